// SPDX-License-Identifier: MIT
#include "fetch/url.hpp"

#include <gtest/gtest.h>

#include "fetch/session.hpp"

namespace cudaenv::fetch {
namespace {

TEST(ParseUrl, TakesUserAndPasswordOutOfTheText) {
    const Url url = *parse_url("HTTPS://me:p%40ss@Host.example/a%20b?x=1");

    EXPECT_EQ(url.scheme, "https");
    EXPECT_EQ(url.host, "host.example");
    EXPECT_EQ(url.port, "443");
    EXPECT_EQ(url.user_info, "me:p@ss");
    EXPECT_EQ(url.text.find("p%40ss"), std::string::npos);
    EXPECT_NE(url.text.find("/a%20b?x=1"), std::string::npos);
}

TEST(ParseUrl, DecodesThePathOfAFile) {
    const Url url = *parse_url("file:///a%20b/c.run");

    EXPECT_TRUE(url.is_file());
    EXPECT_EQ(url.path, "/a b/c.run");
}

TEST(ParseUrl, RefusesOtherSchemes) {
    for (const char* text : {"ftp://host/a", "gopher://host/", "/etc/passwd", "", "http://"}) {
        const auto url = parse_url(text);

        ASSERT_FALSE(url) << text;
        EXPECT_EQ(url.error().code, Code::usage);
    }
}

TEST(SameServer, MeansSchemeHostAndPort) {
    const Url base = *parse_url("https://a.example/x");

    EXPECT_TRUE(is_same_server(base, *parse_url("https://A.example:443/y")));
    EXPECT_FALSE(is_same_server(base, *parse_url("https://b.example/x")));
    EXPECT_FALSE(is_same_server(base, *parse_url("https://a.example:444/x")));
    EXPECT_FALSE(is_same_server(base, *parse_url("http://a.example:443/x")));
}

TEST(Proxy, OfTheSchemeComesBeforeTheOneForAll) {
    const Url http = *parse_url("http://a/");
    const Url https = *parse_url("https://a/");
    const sys::Env env{{"HTTP_PROXY", "h:1"}, {"https_proxy", "s:2"}, {"ALL_PROXY", "all:3"}};

    EXPECT_EQ(proxy_for(http, env), "h:1");
    EXPECT_EQ(proxy_for(https, env), "s:2");
    EXPECT_EQ(proxy_for(http, sys::Env{{"all_proxy", "all:3"}}), "all:3");
    EXPECT_EQ(proxy_for(http, sys::Env{{"HTTP_PROXY", "u"}, {"http_proxy", "l"}}), "l");
    EXPECT_EQ(proxy_for(http, sys::Env()), "");
    EXPECT_EQ(no_proxy(sys::Env{{"NO_PROXY", "x,y"}}), "x,y");
}

TEST(WithoutSecrets, LeavesSchemeHostAndPath) {
    EXPECT_EQ(without_secrets("https://me:word@host:8/a/b?token=1#x"), "https://host:8/a/b");
    EXPECT_EQ(without_secrets("https://host/a@b"), "https://host/a@b");
    EXPECT_EQ(without_secrets("http://me:w?o#rd@host/a"), "http://host/a");
    EXPECT_EQ(without_secrets("me:word@proxy:3128"), "proxy:3128");
    EXPECT_EQ(without_secrets("file:///a/b"), "file:///a/b");
    EXPECT_EQ(without_secrets(""), "");
}

}  // namespace
}  // namespace cudaenv::fetch
