# Varnish 7.1 (Debian 12) before one site, behind what speaks https (TRUST_PROXY=2). Of the site:
# CDN_PURGE_URL=http://127.0.0.1:6081/purge, CDN_PURGE_TOKEN as below. docs/scaling.md says what is kept, and how long.
vcl 4.1;

import std;

backend site {
  .host = "127.0.0.1";
  .port = "3000";
}

sub vcl_recv {
  # What is to be forgotten: the header names the tags.
  if (req.url == "/purge") {
    if (req.method != "POST" || req.http.Authorization != "Bearer change-me") { return (synth(403)); }
    if (!std.ban("obj.http.Cache-Tag ~ (^|,)(" + regsuball(req.http.Cache-Tag, ",", "|") + ")(,|$)")) {
      return (synth(500, std.ban_error()));
    }
    return (synth(200));
  }
  # Whoever has one of these gets pages of their own.
  if (req.http.Cookie ~ "cko\.session_token=|cko_toast=") { return (pass); }
  if (req.method == "GET" || req.method == "HEAD") {
    unset req.http.Cookie;
    # A feed has two answers, not one for each kind of request.
    if (req.http.Sec-Fetch-Dest != "document") { unset req.http.Sec-Fetch-Dest; }
  }
}

sub vcl_deliver {
  unset resp.http.Cache-Tag;
}
