// SPDX-License-Identifier: MIT
#include "fetch/judge.hpp"

#include <curl/curl.h>
#include <gtest/gtest.h>

#include <cerrno>

namespace cudaenv::fetch {
namespace {

const Url kUrl = *parse_url("https://me:secret@host.example/a?token=1");

Judgement judge_status(int status) {
    Reply reply;
    reply.head.status = status;
    return judge(reply, kUrl, Options());
}

Judgement judge_code(CURLcode code, int os_error = 0) {
    Reply reply;
    reply.curl_code = code;
    reply.os_error = os_error;
    reply.addresses = "192.0.2.1";
    reply.curl_text = "what curl said";
    return judge(reply, kUrl, Options());
}

class RetriedStatus : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(All, RetriedStatus, testing::Values(408, 429, 500, 502, 503, 504, 599));
TEST_P(RetriedStatus, IsWorthAnotherTry) {
    const Judgement judgement = judge_status(GetParam());

    EXPECT_TRUE(judgement.is_worth_retry);
    EXPECT_EQ(judgement.error.code, Code::http);
}

class FinalStatus : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(All, FinalStatus, testing::Values(400, 401, 403, 404, 410, 416, 451));
TEST_P(FinalStatus, IsNotWorthAnotherTry) {
    const Judgement judgement = judge_status(GetParam());

    EXPECT_FALSE(judgement.is_worth_retry);
    EXPECT_EQ(judgement.error.code, Code::http);
    EXPECT_EQ(judgement.error.at, "https://host.example/a");
}

TEST(Judge, HonoursRetryAfterUpToAMinute) {
    Reply reply;
    reply.head.status = 503;
    reply.head.retry_after = std::chrono::hours(1);

    EXPECT_EQ(judge(reply, kUrl, Options()).at_least, std::chrono::seconds(60));
}

TEST(Judge, TellsWhyAConnectionFailed) {
    EXPECT_EQ(judge_code(CURLE_COULDNT_CONNECT, ECONNREFUSED).error.what,
              "cannot connect to host.example: connection refused");
    EXPECT_EQ(judge_code(CURLE_COULDNT_CONNECT, ENETUNREACH).error.what,
              "cannot connect to host.example: no route");
    EXPECT_EQ(judge_code(CURLE_COULDNT_CONNECT, ENETUNREACH).error.found, "tried 192.0.2.1");
    EXPECT_EQ(judge_code(CURLE_OPERATION_TIMEDOUT).error.what,
              "cannot connect to host.example: no answer");
    EXPECT_EQ(judge_code(CURLE_COULDNT_RESOLVE_HOST).error.what,
              "cannot find the address of host.example");
}

TEST(Judge, TakesACertificateForWhatItIs) {
    const Judgement judgement = judge_code(CURLE_PEER_FAILED_VERIFICATION);

    EXPECT_EQ(judgement.error.code, Code::tls);
    EXPECT_EQ(judgement.error.why, "what curl said");
    EXPECT_FALSE(judgement.is_worth_retry);
}

TEST(Judge, TriesABrokenHandshakeAgain) {
    EXPECT_TRUE(judge_code(CURLE_SSL_CONNECT_ERROR, ECONNRESET).is_worth_retry);
    EXPECT_FALSE(judge_code(CURLE_SSL_CONNECT_ERROR).is_worth_retry);
}

TEST(Judge, BlamesTheProxyThatCannotBeReached) {
    Reply reply;
    reply.curl_code = CURLE_COULDNT_CONNECT;
    reply.os_error = ECONNREFUSED;
    reply.proxy = "proxy.example:3128";

    const Judgement judgement = judge(reply, kUrl, Options());

    EXPECT_EQ(judgement.error.code, Code::tls);
    EXPECT_EQ(judgement.error.what,
              "cannot connect to the proxy proxy.example:3128: connection refused");
}

TEST(MostTelling, PrefersTrustToReachToAbsence) {
    const auto error = [](Code code, std::string_view what) {
        return fail(code, what).at("https://" + std::string(what)).value();
    };

    const Error chosen = most_telling({error(Code::http, "absent"), error(Code::network, "cut"),
                                       error(Code::tls, "untrusted"), error(Code::http, "gone")});

    EXPECT_EQ(chosen.what, "untrusted");
    EXPECT_EQ(chosen.notes, (std::vector<std::string>{"https://absent: absent", "https://cut: cut",
                                                      "https://gone: gone"}));
}

}  // namespace
}  // namespace cudaenv::fetch
