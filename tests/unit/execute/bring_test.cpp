// SPDX-License-Identifier: MIT
#include <fstream>

#include "execute/arrival.hpp"
#include "execute_fixture.hpp"
#include "support/local_mirror.hpp"
#include "sys/digest.hpp"
#include "sys/interrupt.hpp"
#include "unpack/reader.hpp"
#include "unpack/stages.hpp"

namespace cudaenv::execute {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class BringTest : public ExecuteTest {
  protected:
    // A folder served over http with one file of a few MB in it.
    BringTest() : body(6'000'000, 'x') {
        for (std::size_t i = 0; i < body.size(); i += 97) body[i] = static_cast<char>(i);
        folder.write("www/cuda.run", body);
        test::ToolkitFile file;
        file.name = file.version = "cuda.run";
        file.path = folder / "www/cuda.run";
        file.size_bytes = body.size();
        file.sha256 = sys::sha256_of_file(file.path).value();
        wanted = artifact(file);
        wanted.urls = {mirror.url("/cuda.run")};
        settings.fetch.piece_bytes = 1U << 20U;
    }

    Result<std::vector<Verified>> bring_it(const std::function<Result<void>(const Arrival&)>& use =
                                               [](const Arrival&) { return Result<void>(); }) {
        return bring({wanted}, settings, observer, use, fetched);
    }
    std::string cached() const { return sys::read_file(wanted.cache_path).value_or(std::string()); }
    bool has_part() const { return sys::exists(wanted.cache_path + ".part"); }

    std::string body;
    std::string www = folder.make("www");
    test::LocalMirror mirror{test::serving(www)};
    plan::Artifact wanted;
    std::uint64_t fetched = 0;
};

TEST_F(BringTest, WhatAReaderLeavesIsHashedAllTheSame) {
    for (const std::size_t read : {0U, 1U, 1'000'000U, 6'000'000U}) {
        const auto use = [&](const Arrival& arrival) -> Result<void> {
            CUDAENV_TRY(const auto reader, arrival.open(0));
            std::vector<std::byte> some(read);
            return unpack::read_fully(*reader, some).map([](auto) {});
        };

        const auto verified = bring_it(use);

        ASSERT_TRUE(verified.has_value()) << read << ": " << verified.error().what;
        EXPECT_EQ(verified->at(0).sha256, wanted.sha256);
        EXPECT_EQ(verified->at(0).size_bytes, body.size());
    }
}

TEST(LargestFirst, OrdersBySizeWithTheUnknownLast) {
    std::vector<plan::Artifact> artifacts(4);
    artifacts[0].size_bytes = 5;
    artifacts[2].size_bytes = 9;
    artifacts[3].size_bytes = 5;

    EXPECT_THAT(largest_first(artifacts), ::testing::ElementsAre(2, 0, 3, 1));
}

TEST_F(BringTest, FileArrivesVerifiedUnderItsNameInTheCache) {
    const auto verified = bring_it();

    ASSERT_TRUE(verified.has_value()) << verified.error().what;
    EXPECT_EQ(verified->at(0).sha256, wanted.sha256);
    EXPECT_EQ(verified->at(0).verified_by, "sha256");
    EXPECT_EQ(verified->at(0).url, mirror.url("/cuda.run"));
    EXPECT_TRUE(cached() == body);
    EXPECT_FALSE(has_part());
    EXPECT_FALSE(sys::exists(wanted.cache_path + ".part.journal"));
    EXPECT_EQ(fetched, body.size());
}

TEST_F(BringTest, ReaderSeesTheBytesWhileTheyArrive) {
    mirror.fault("/cuda.run rate=4000000");
    std::uint64_t seen_early = 0;
    std::string read;
    const auto use = [&](const Arrival& arrival) -> Result<void> {
        CUDAENV_TRY(seen_early, arrival.watermark(0)->wait_beyond(0));
        CUDAENV_TRY(const auto reader, unpack::open_growing(arrival.path(0), arrival.watermark(0)));
        std::vector<std::byte> block(100'000);
        while (true) {
            CUDAENV_TRY(const std::size_t got, reader->read(block));
            if (got == 0) return {};
            read.append(reinterpret_cast<const char*>(block.data()), got);
        }
    };

    const auto verified = bring_it(use);

    ASSERT_TRUE(verified.has_value()) << verified.error().what;
    EXPECT_TRUE(read == body);
    EXPECT_LT(seen_early, body.size());
}

TEST_F(BringTest, CachedFileIsHashedAgainAndNotFetched) {
    ASSERT_TRUE(bring_it().has_value());
    mirror.reset();

    ASSERT_TRUE(bring_it().has_value());

    EXPECT_EQ(mirror.traffic().requests, 0U);
    EXPECT_EQ(fetched, body.size()) << "of the first time";
}

TEST_F(BringTest, CachedFileThatWentBadIsFetchedAgain) {
    ASSERT_TRUE(bring_it().has_value());
    std::fstream(wanted.cache_path, std::ios::in | std::ios::out).put('!');

    const auto verified = bring_it();

    ASSERT_TRUE(verified.has_value()) << verified.error().what;
    EXPECT_TRUE(cached() == body);
    EXPECT_THAT(observer.warnings, ElementsAre(HasSubstr("does not match")));
}

TEST_F(BringTest, AlteredBytesAreFetchedAgainOnceFromTheStart) {
    mirror.fault("/cuda.run flip=3000000 times=8");

    const auto verified = bring_it();

    // The first pass takes at most eight requests; the second one gets the true bytes.
    if (!verified.has_value()) {
        EXPECT_EQ(verified.error().code, Code::checksum);
    }
    mirror.clear_faults();
    ASSERT_TRUE(bring_it().has_value());
    EXPECT_TRUE(cached() == body);
}

TEST_F(BringTest, BytesThatStayAlteredAreRefusedAndNothingOfThemStays) {
    mirror.fault("/cuda.run flip=3000000");

    const auto verified = bring_it();

    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().code, Code::checksum);
    EXPECT_THAT(verified.error().why, HasSubstr("content was altered on the way"));
    EXPECT_EQ(verified.error().at, mirror.url("/cuda.run"));
    EXPECT_THAT(observer.warnings, SizeIs(1));
    EXPECT_FALSE(has_part());
    EXPECT_FALSE(sys::exists(wanted.cache_path));
}

TEST_F(BringTest, AnotherAddressIsAskedAfterOneThatLied) {
    mirror.fault("/lie/cuda.run flip=3000000");
    folder.write("www/lie/cuda.run", body);
    wanted.urls = {mirror.url("/lie/cuda.run"), mirror.url("/cuda.run")};

    const auto verified = bring_it();

    ASSERT_TRUE(verified.has_value()) << verified.error().what;
    EXPECT_EQ(verified->at(0).url, mirror.url("/cuda.run"));
}

TEST_F(BringTest, BadArchiveIsBlamedOnTheTransferIfTheDigestIsWrong) {
    mirror.fault("/cuda.run flip=10");
    const auto use = [](const Arrival&) -> Result<void> {
        return fail(Code::integrity, "not a tar");
    };

    const auto verified = bring_it(use);

    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().code, Code::checksum);
}

TEST_F(BringTest, BadArchiveWithTheRightDigestStaysInTheCacheAndIsNamed) {
    const auto use = [](const Arrival&) -> Result<void> {
        return fail(Code::integrity, "not a tar");
    };

    const auto verified = bring_it(use);

    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().code, Code::integrity);
    EXPECT_TRUE(cached() == body);
}

TEST_F(BringTest, FullDiskStopsTheDownloadAndKeepsWhatCame) {
    mirror.fault("/cuda.run rate=1000000");
    const auto use = [](const Arrival& arrival) -> Result<void> {
        CUDAENV_TRY(arrival.watermark(0)->wait_beyond(0));
        return fail(Code::space, "no space left");
    };
    const auto begin = std::chrono::steady_clock::now();

    const auto verified = bring_it(use);

    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().code, Code::space);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
    EXPECT_TRUE(has_part());
}

TEST_F(BringTest, InterruptKeepsThePartAndTheNextRunResumes) {
    mirror.fault("/cuda.run rate=2000000");
    const auto use = [](const Arrival& arrival) -> Result<void> {
        CUDAENV_TRY(arrival.watermark(0)->wait_beyond(2'000'000));
        sys::set_interrupt(2);
        return arrival.watermark(0)->wait_end().map([](auto) {});
    };
    const auto interrupted = bring_it(use);
    sys::set_interrupt(0);
    ASSERT_FALSE(interrupted.has_value());
    EXPECT_EQ(interrupted.error().code, Code::interrupted);
    EXPECT_TRUE(has_part());
    mirror.clear_faults();
    fetched = 0;

    ASSERT_TRUE(bring_it().has_value());

    EXPECT_TRUE(cached() == body);
    EXPECT_LT(fetched, body.size());
}

TEST_F(BringTest, SizeThatTheCatalogDoesNotKnowComesFromTheServer) {
    wanted.size_bytes.reset();
    std::uint64_t size = 0;
    const auto use = [&](const Arrival& arrival) -> Result<void> {
        CUDAENV_TRY(size, arrival.size_bytes(0));
        return {};
    };

    ASSERT_TRUE(bring_it(use).has_value());

    EXPECT_EQ(size, body.size());
}

TEST_F(BringTest, SizeNeverComesIfNothingCanBeFetched) {
    wanted.size_bytes.reset();
    settings.fetch.is_offline = true;
    const auto use = [&](const Arrival& arrival) -> Result<void> {
        CUDAENV_TRY(arrival.size_bytes(0));
        return {};
    };

    const auto verified = bring_it(use);

    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().code, Code::offline);
}

TEST_F(BringTest, BorrowedFileIsReadButNeverRemoved) {
    wanted.is_borrowed = wanted.is_cached = true;
    wanted.cache_path = folder / "www/cuda.run";
    ASSERT_TRUE(bring_it().has_value());
    std::fstream(wanted.cache_path, std::ios::in | std::ios::out).put('!');

    const auto verified = bring_it();

    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().code, Code::checksum);
    EXPECT_TRUE(sys::exists(wanted.cache_path));
    EXPECT_EQ(mirror.traffic().requests, 0U);
}

TEST_F(BringTest, RenewedFileIsFetchedWhateverTheCacheHolds) {
    ASSERT_TRUE(bring_it().has_value());
    mirror.reset();
    wanted.is_renewed = true;

    ASSERT_TRUE(bring_it().has_value());

    EXPECT_GE(mirror.traffic().body_bytes, body.size());
}

}  // namespace
}  // namespace cudaenv::execute
