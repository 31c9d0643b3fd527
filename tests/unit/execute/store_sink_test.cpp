// SPDX-License-Identifier: MIT
#include "execute/store_sink.hpp"

#include <algorithm>
#include <cstring>

#include "execute_fixture.hpp"
#include "store/staging.hpp"
#include "sys/digest.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::execute {
namespace {

// Gives a text in pieces of seven bytes.
class TextReader : public unpack::Reader {
  public:
    explicit TextReader(std::string text) : text_(std::move(text)) {}
    Result<std::size_t> read(std::span<std::byte> into) override {
        const std::size_t size = std::min<std::size_t>({7, into.size(), text_.size() - done_});
        std::memcpy(into.data(), text_.data() + done_, size);
        done_ += size;
        return size;
    }

  private:
    std::string text_;
    std::size_t done_ = 0;
};

class StoreSinkTest : public ExecuteTest {
  protected:
    store::Staging staging = store::Staging::begin(layout, "12.4.1").value();
    store::ObjectStore objects{layout, staging.scratch()};
    StoreSink sink{objects, observer};
};

TEST_F(StoreSinkTest, NamesContentsByTheirDigestAndExecutableBit) {
    const std::string text = "twenty-six bytes of a file";
    TextReader first(text), second(text), program(text);

    const auto name = sink.put(first, text.size(), false);
    const auto again = sink.put(second, text.size(), false);
    const auto executable = sink.put(program, text.size(), true);

    ASSERT_TRUE(name.has_value()) << name.error().what;
    EXPECT_EQ(*name, sys::sha256_of(std::string_view(text)));
    EXPECT_EQ(*again, *name);
    EXPECT_EQ(*executable, *name + ".x");
    EXPECT_EQ(sys::read_file(objects.path_of(store::parse_object_id(*name))).value(), text);
    EXPECT_EQ(sink.bytes(), 3 * text.size());
}

TEST_F(StoreSinkTest, RefusesContentsOfAnotherLength) {
    TextReader shorter("12345"), longer("12345678");

    EXPECT_EQ(sink.put(shorter, 6, false).error().code, Code::integrity);
    EXPECT_EQ(sink.put(longer, 6, false).error().code, Code::integrity);
}

TEST_F(StoreSinkTest, StopsWhenInterrupted) {
    sys::set_interrupt(2);
    TextReader data("12345");

    const auto name = sink.put(data, 5, false);
    sys::set_interrupt(0);

    ASSERT_FALSE(name.has_value());
    EXPECT_EQ(name.error().code, Code::interrupted);
}

TEST_F(StoreSinkTest, TellsTheObserverWhatIsBeingUnpacked) {
    sink.entering("bin/nvcc");

    EXPECT_THAT(observer.unpacked, ::testing::ElementsAre("bin/nvcc"));
}

}  // namespace
}  // namespace cudaenv::execute
