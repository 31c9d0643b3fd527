// SPDX-License-Identifier: MIT
#include "fetch/text.hpp"

#include <csignal>

#include "fetch_test.hpp"
#include "sys/interrupt.hpp"

namespace cudaenv::fetch {
namespace {

class TextTest : public FetchTest {
  protected:
    Result<std::string> text_of(const std::vector<std::string>& urls, std::size_t limit = 1000) {
        Session session = *Session::open(options_);
        return session.fetch_text(urls, limit);
    }
};

TEST_F(TextTest, IsReadWhole) {
    folder_.write("www/md5sum.txt", "abc  file\n");

    EXPECT_EQ(*text_of({mirror_.url("/md5sum.txt")}), "abc  file\n");
}

TEST_F(TextTest, ComesFromTheFirstThatHasIt) {
    folder_.write("www/b", "b");

    EXPECT_EQ(*text_of({mirror_.url("/a"), "file:///none/such", mirror_.url("/b")}), "b");
    EXPECT_EQ(*text_of({"file://" + folder_ / "www/b"}), "b");
}

TEST_F(TextTest, IsTriedAgainAndRedirected) {
    folder_.write("www/b", "b");
    mirror_.fault("/a status=503 times=2");
    mirror_.fault("/a redirect=/b");

    EXPECT_EQ(*text_of({mirror_.url("/a")}), "b");
    EXPECT_EQ(mirror_.traffic().requests, 4U);
}

TEST_F(TextTest, IsNeverHalf) {
    folder_.write("www/a", noise(500));
    mirror_.fault("/a cut=100 times=1");

    EXPECT_EQ(*text_of({mirror_.url("/a")}), noise(500));
}

TEST_F(TextTest, LongerThanTheLimitIsRefused) {
    folder_.write("www/a", noise(1001));

    EXPECT_EQ(text_of({mirror_.url("/a")}).error().code, Code::damaged);
    EXPECT_TRUE(text_of({mirror_.url("/a")}, 1001));
}

TEST_F(TextTest, NamesWhatWentWrong) {
    const auto text = text_of({mirror_.url("/a?token=1")});

    EXPECT_EQ(text.error().code, Code::http);
    EXPECT_EQ(text.error().at, mirror_.url("/a"));
    EXPECT_EQ(text_of({}).error().code, Code::not_found);
}

TEST_F(TextTest, IsNotFetchedOffline) {
    folder_.write("www/a", "a");
    options_.is_offline = true;

    EXPECT_EQ(text_of({mirror_.url("/a")}).error().code, Code::offline);
    EXPECT_EQ(*text_of({mirror_.url("/a"), "file://" + folder_ / "www/a"}), "a");
    EXPECT_EQ(mirror_.traffic().requests, 0U);
}

TEST_F(TextTest, EndsAfterASignal) {
    sys::set_interrupt(SIGTERM);
    const auto text = text_of({mirror_.url("/a")});
    sys::set_interrupt(0);

    EXPECT_EQ(text.error().code, Code::terminated);
}

}  // namespace
}  // namespace cudaenv::fetch
