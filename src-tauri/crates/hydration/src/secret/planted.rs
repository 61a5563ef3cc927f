//! Secrets that are made up here, by the forms their issuers publish, and hidden in texts of all kinds. None
//! stands in the sources: each is put together when the tests run.

use std::collections::BTreeMap;

use super::{REDACTED, Secret, find, redact};

/// Chance that is the same in every run (xorshift).
pub(super) struct Dice(u64);

const HEX: &str = "0123456789abcdef";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const CAPITALS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const URL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const DIGITS: &str = "123456789";
const PASSWORD: &str = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!#%*-_+^~";

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn draw(&mut self, from: &str, count: usize) -> String {
        let from = from.as_bytes();
        (0..count).map(|_| char::from(from[self.next() as usize % from.len()])).collect()
    }

    /// Fills a form: `h16` is 16 of hex, `'text'` is itself.
    fn fill(&mut self, form: &str) -> String {
        let mut made = String::new();
        for piece in form.split(' ') {
            let (kind, rest) = piece.split_at(1);
            let set = match kind {
                "'" => {
                    made.push_str(rest);
                    continue;
                }
                "h" => HEX,
                "l" => LETTERS,
                "c" => CAPITALS,
                "u" => URL,
                "b" => BASE64,
                "d" => DIGITS,
                "p" => PASSWORD,
                other => panic!("{other} is no set"),
            };
            made.push_str(&self.draw(set, rest.parse().unwrap()));
        }
        made
    }
}

/// Forms that are known wherever they stand.
const TOKENS: &[(&str, &str)] = &[
    ("aws", "'AK 'IA c16"),
    ("aws temporary", "'AS 'IA c16"),
    ("github", "'gh 'p_ l36"),
    ("github app", "'gh 's_ l36"),
    ("github oauth", "'gh 'o_ l36"),
    ("github refresh", "'gh 'r_ l36"),
    ("github fine", "'github_ 'pat_ l22 '_ l59"),
    ("gitlab", "'gl 'pat- u20"),
    ("gitlab runner", "'gl 'rt- u20"),
    ("slack bot", "'xo 'xb- d12 '- d13 '- l24"),
    ("slack user", "'xo 'xp- d12 '- d12 '- d13 '- h32"),
    ("slack app", "'xa 'pp-1-A l10 '- d13 '- h64"),
    ("slack hook", "'hooks.slack. 'com/services/T l10 '/B l10 '/ l24"),
    ("discord hook", "'discord. 'com/api/webhooks/ d18 '/ u68"),
    ("stripe", "'sk_ 'live_ l24"),
    ("stripe long", "'sk_ 'live_ l99"),
    ("stripe restricted", "'rk_ 'live_ l24"),
    ("stripe hook", "'wh 'sec_ l32"),
    ("google", "'AI 'za u35"),
    ("google client", "'GOC 'SPX- u28"),
    ("google oauth", "'ya2 '9. u120"),
    ("openai", "'sk- 'proj- u74"),
    ("openai old", "'s 'k- l48"),
    ("anthropic", "'sk- 'ant-api03- u93 'AA"),
    ("openrouter", "'sk- 'or-v1- h64"),
    ("groq", "'gs 'k_ l52"),
    ("xai", "'xa 'i- l80"),
    ("hugging face", "'h 'f_ l34"),
    ("replicate", "'r '8_ l37"),
    ("npm", "'np 'm_ l36"),
    ("pypi", "'py 'pi-AgEIcHlwaS5vcmc u120"),
    ("rubygems", "'ruby 'gems_ h48"),
    ("docker", "'dckr_ 'pat_ u27"),
    ("jwt", "'ey 'J u20 'Q.eyJ l60 'x. u43"),
    ("sendgrid", "'S 'G. u22 '. u43"),
    ("mailgun", "'ke 'y- h32"),
    ("mailchimp", "h32 '-us d2"),
    ("brevo", "'xkey 'sib- h64 '- l16"),
    ("twilio", "'S 'K h32"),
    ("telegram", "d10 ': u35"),
    ("discord bot", "'M l23 '. u6 '. u38"),
    ("shopify", "'shp 'at_ h32"),
    ("shopify app", "'shp 'ss_ h32"),
    ("square", "'sq0 'atp- u22"),
    ("digitalocean", "'do 'p_v1_ h64"),
    ("vault", "'hv 's. u90"),
    ("age", "'AGE-SEC 'RET-KEY-1 c58"),
    ("cloudflare origin", "'v1. '0- h24 '- h146"),
    ("databricks", "'da 'pi h32"),
    ("databricks two", "'da 'pi h32 '-2"),
    ("linear", "'lin_ 'api_ l40"),
    ("atlassian", "'ATA 'TT3xFfGF0 u170 '= h8"),
    ("bitbucket", "'AT 'BB l32"),
    ("azure client", "l3 '8Q '~ l34"),
    ("azure devops", "l52 'JQQJ99 l10 'AZDO l4"),
    ("figma", "'fig 'd_ u40"),
    ("grafana", "'gl 'sa_ l32 '_ h8"),
    ("new relic", "'NR 'AK- c27"),
    ("notion", "'nt 'n_ l46"),
    ("postman", "'PM 'AK- h24 '- h34"),
    ("pulumi", "'pu 'l- h40"),
    ("supabase", "'sb 'p_ h40"),
    ("doppler", "'dp. 'pt. l43"),
    ("planetscale", "'pscale_ 'tkn_ u43"),
    ("sentry", "'sntr 'ys_ l120"),
    ("airtable", "'pa 't l14 '. h64"),
    ("terraform", "l14 '.atlas 'v1. u67"),
    ("tailscale", "'ts 'key-auth- l17 '- l32"),
    ("netlify", "'nf 'p_ l36"),
    ("sonar", "'sq 'u_ h40"),
    ("hubspot", "'pat- 'na1- h8 '- h4 '- h4 '- h4 '- h12"),
];

/// Texts around a token, `@` being its place.
const AROUND: &[&str] = &[
    "@",
    "export SOME_THING=@\n",
    "{\"a\": 1, \"thing\": \"@\", \"b\": [2]}",
    "config:\n  thing: @\n  other: yes\n",
    "GET https://api.host.test/v1/things?thing=@&page=2 200",
    "2026-01-02T03:04:05Z INFO started with @, then waited.",
    "Use `@` for this.",
    "\"line one\\n@\\nline three\"",
    "curl -H 'X-Thing: @' https://host.test/",
    "| name | @ |",
];

/// Forms that are known by what stands around them: the text, and the secret in it.
const NAMED: &[(&str, &str, &str)] = &[
    ("aws secret", "aws_secret_access_key = @", "b40"),
    ("aws secret json", "{\"SecretAccessKey\": \"@\"}", "b40"),
    ("env", "DB_PASSWORD=@\nDEBUG=1\n", "p16"),
    ("env export", "export SERVICE_TOKEN='@'\n", "l32"),
    ("env key", "CLOUDFLARE_API_KEY=@\n", "h37"),
    ("cloudflare", "CLOUDFLARE_API_TOKEN=@", "u40"),
    ("json password", "{\"user\":\"x\",\"password\":\"@\"}", "p14"),
    ("json escaped", "\"{\\\"api_key\\\":\\\"@\\\"}\"", "l32"),
    ("yaml secret", "  client_secret: @\n", "u40"),
    ("yaml quoted", "  clientSecret: \"@\"\n", "u40"),
    ("toml", "api-key = \"@\"\n", "h32"),
    ("ini", "secret=@\n", "l24"),
    ("code", "const apiKey = \"@\";", "l40"),
    ("code two", "    auth_token: '@',", "h40"),
    ("header", "Authorization: Bearer @", "u40"),
    ("header token", "authorization: token @", "h40"),
    ("header json", "\"Authorization\": \"Bearer @\"", "l64"),
    ("header key", "X-Api-Key: @", "l32"),
    ("header private", "PRIVATE-TOKEN: @", "l24"),
    ("url", "postgres://app:@@db.host.test:5432/app", "l20"),
    ("url redis", "redis://:@@cache.host.test:6379", "l24"),
    ("url amqp", "DATABASE_URL=mysql://root:@@10.0.0.1/x?y=z", "p16"),
    ("url token", "https://@@git.host.test/a/b.git", "h40"),
    ("query", "https://host.test/cb?access_token=@&x=1", "u40"),
    ("sas", "https://x.blob.host.test/c?sv=2024&sr=b&sig=@&se=2026", "b43"),
    ("signed", "https://s3.host.test/x?X-Amz-Signature=@", "h64"),
    (
        "azure storage",
        "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=@;EndpointSuffix=y",
        "b86 '==",
    ),
    ("azure bus", "Endpoint=sb://x/;SharedAccessKeyName=n;SharedAccessKey=@", "b43 '="),
    ("netrc", "machine host.test login me password @\n", "p14"),
    ("netrc lines", "machine host.test\n  login me\n  password @\n", "l20"),
    ("npmrc", "//registry.host.test/:_authToken=@", "l36"),
    ("option", "deploy --api-token @ --now", "l32"),
    ("option is", "mysqldump --password=@ db", "p14"),
    ("curl", "curl -s -u me:@ https://host.test", "l16"),
    ("xml", "<password>@</password>", "l16"),
    ("twilio", "TWILIO_AUTH_TOKEN=@", "h32"),
    ("vault old", "VAULT_TOKEN=s.@", "l24"),
    ("wireguard", "PrivateKey = @", "b43 '="),
    ("heroku", "HEROKU_API_KEY=@", "h8 '- h4 '- h4 '- h4 '- h12"),
    ("aws csv", "AKI", "b40"),
];

/// Whether all of `text[start..end]` is marked.
fn is_covered(found: &[Secret], start: usize, end: usize) -> bool {
    found.iter().any(|secret| secret.start <= start && secret.end >= end)
}

fn encoded(text: &str) -> String {
    let mut out = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let held =
            chunk.iter().fold(0_u32, |held, &byte| held << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let sign = BASE64.as_bytes()[(held >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() { char::from(sign) } else { '=' });
        }
    }
    out
}

/// A text and the place of the secret in it.
fn planted(dice: &mut Dice) -> Vec<(String, String, std::ops::Range<usize>)> {
    let mut all = Vec::new();
    for (name, form) in TOKENS {
        for around in AROUND {
            let (before, behind) = around.split_once('@').unwrap();
            let token = dice.fill(form);
            let (start, end) = (before.len(), before.len() + token.len());
            all.push(((*name).to_owned(), format!("{before}{token}{behind}"), start..end));
        }
    }
    for (name, text, form) in NAMED {
        for _ in 0..10 {
            let value = dice.fill(form);
            let around = if *text == "AKI" {
                format!("{}A{},@", text, dice.draw(CAPITALS, 16))
            } else {
                (*text).to_owned()
            };
            let (before, behind) = around.split_once('@').unwrap();
            let (start, end) = (before.len(), before.len() + value.len());
            all.push(((*name).to_owned(), format!("{before}{value}{behind}"), start..end));
        }
    }
    for _ in 0..10 {
        let login = encoded(&format!("me:{}", dice.draw(PASSWORD, 14)));
        for (name, before) in
            [("basic", "Authorization: Basic "), ("docker", "{\"auths\":{\"x\":{\"auth\":\"")]
        {
            let text = format!("{before}{login}\"");
            all.push((name.to_owned(), text, before.len()..before.len() + login.len()));
        }
        all.extend(keys(dice));
    }
    all
}

/// Private keys, as files and as one line of JSON, with and without their end.
fn keys(dice: &mut Dice) -> Vec<(String, String, std::ops::Range<usize>)> {
    let mut all = Vec::new();
    for kind in ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "] {
        let lines: Vec<String> = (0..12).map(|_| dice.draw(BASE64, 64)).collect();
        let head = format!("-----{} {kind}PRIVATE KEY-----", "BEGIN");
        let foot = format!("-----{} {kind}PRIVATE KEY-----", "END");
        for (name, end) in [("key", "\n"), ("key in json", "\\n")] {
            let key = format!("{head}{end}{}{end}{foot}", lines.join(end));
            let text = format!("{{\"k\": \"{key}\"}}");
            all.push((name.to_owned(), text, 7..7 + key.len()));
        }
        let cut = format!("{head}\n{}\n{}", lines.join("\n"), &lines[0][..30]);
        all.push(("key cut off".to_owned(), format!("log\n{cut}"), 4..4 + cut.len()));
    }
    all
}

#[test]
fn planted_secrets_are_found() {
    let mut forms: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for seed in 1..=5 {
        for (name, text, place) in planted(&mut Dice::new(seed)) {
            let (hits, count) = forms.entry(name.clone()).or_default();
            *count += 1;
            if is_covered(&find(&text), place.start, place.end) {
                *hits += 1;
            } else {
                println!("missed, {name}: {text}");
            }
        }
    }
    let (hits, count) = forms.values().fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    let worst: Vec<_> = forms.iter().filter(|(_, (hits, count))| hits < count).collect();
    println!("{hits} of {count} planted secrets of {} forms were found; not all of {worst:?}", forms.len());
    assert!(hits * 100 >= count * 98, "{hits} of {count}");
    assert!(worst.iter().all(|(_, (hits, count))| hits * 100 >= count * 80), "{worst:?}");
}

#[test]
fn nothing_of_a_secret_is_left() {
    for (name, text, place) in planted(&mut Dice::new(7)) {
        let found = find(&text);
        if !is_covered(&found, place.start, place.end) {
            continue;
        }
        let all: Vec<usize> = (0..found.len()).collect();
        let (clean, count) = redact(&text, &all);
        assert!(count >= 1 && clean.contains(REDACTED), "{name}: {clean}");
        assert!(!clean.contains(&text[place.clone()]), "{name}: {clean}");
        // Neither is a piece of it that would help anybody.
        let secret = &text[place];
        let pieces = secret.as_bytes().windows(12).filter_map(|piece| std::str::from_utf8(piece).ok());
        let left: Vec<_> = pieces.filter(|piece| clean.contains(piece)).collect();
        assert!(left.is_empty(), "{name}: {left:?} in {clean}");
        assert_eq!(find(&clean), [], "{name}: {clean}");
    }
}

#[test]
fn a_large_text_takes_no_time() {
    let mut dice = Dice::new(3);
    let planted: String = planted(&mut dice).into_iter().map(|(_, text, _)| format!("{text}\n")).collect();
    let full = |part: &str| part.repeat((256 << 10) / part.len());
    for (name, text) in [
        ("prose", full("The quick brown fox jumps over the lazy dog, and says: nothing = much.\n")),
        ("planted", full(&planted)),
        ("letters", full("a")),
        ("base64", dice.draw(BASE64, 256 << 10)),
        ("prefixes", full("sk-")),
        ("prefixes that tell", full("github_pat_")),
        ("names", full("password")),
        ("names with signs", full("token=")),
        ("names and blanks", full("secret : ")),
        ("addresses", full("a://b:c")),
        ("addresses without host", full("http://a:")),
        ("heads", full(&format!("-----{} PRIVATE KEY-----\n", "BEGIN"))),
        ("header words", full("authorization: ")),
        ("bearers", full("bearer ")),
        ("netrc words", full("machine a login b ")),
        ("curls", full("curl -u ")),
        ("jwt heads", full("eyJ")),
        ("numbers", full("12345678:")),
        ("discord", full("MAAAAAAAAAAAAAAAAAAAAAAAA.")),
        ("quotes", full("token=\"")),
        ("not ASCII", full("é")),
    ] {
        let started = std::time::Instant::now();
        let found = find(&text).len();
        let took = started.elapsed();
        println!("{name}: {took:?}, {found} found");
        // Far above what it takes, so that a busy machine passes and growth by the square does not.
        assert!(took.as_secs() < 5, "{name} took {took:?}");
    }
}
