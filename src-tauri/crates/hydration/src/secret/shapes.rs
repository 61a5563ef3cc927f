//! Shapes of secrets that are known by the header, the command or the sentence that they stand in, and texts that look
//! alike and hold none.

use super::{find, withhold};

const VALUE: &str = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5";
const HEX: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const PASSWORD: &str = "Tr0ub4dor";

/// Asserts that `@` of each text, which stands for `secret`, is taken out.
fn assert_withheld(secret: &str, texts: &[&str]) {
    let left = texts.iter().filter_map(|text| {
        let text = text.replace('@', secret);
        let (clean, _) = withhold(&text);
        clean.contains(secret).then_some(text)
    });
    assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new(), "passed");
}

fn assert_kept(texts: &[&str]) {
    for text in texts {
        assert_eq!(find(text), [], "{text}");
    }
}

#[test]
fn cookie_behind_another_on_its_line_is_withheld() {
    assert_withheld(
        VALUE,
        &[
            "Set-Cookie: theme=dark; Path=/, sid=@; HttpOnly",
            "Set-Cookie: theme=dark Set-Cookie: sid=@",
            "Cookie: theme=dark, Cookie: sid=@",
            "Set-Cookie: a=1; Path=/; Secure, Set-Cookie: b=2; Expires=Wed, 21 Oct 2026 07:28:00 GMT, sid=@",
            "curl -H 'Cookie: theme=dark' -H 'Cookie: sid=@' https://host.test",
            "curl -b sid=@ https://host.test",
            "curl --cookie 'theme=dark; sid=@' https://host.test",
            "host.test\tFALSE\t/\tTRUE\t1893456000\tsid\t@",
            "#HttpOnly_.host.test\tTRUE\t/\tFALSE\t0\tsid\t@\n",
        ],
    );
    assert_kept(&[
        "Set-Cookie: theme=dark; Path=/, lang=de; HttpOnly",
        "curl -b cookies.txt https://host.test",
        "cookie = build(name, maxAge=3600, sameSite=strict)",
        "host.test\tFALSE\t/\tTRUE\t1893456000\ttheme\tdark",
    ]);
}

#[test]
fn credentials_of_an_authorization_header_are_withheld_in_every_scheme() {
    assert_withheld(
        VALUE,
        &[
            "Authorization: Negotiate @",
            "Authorization: @",
            "authorization: ApiKey-v1 @",
            "Proxy-Authorization: Bearer @",
            "\"proxy-authorization\": \"Negotiate @\"",
            "Authorization: Hawk id=\"a\", ts=\"1\", nonce=\"b\", mac=\"@=\"",
            "Authorization: OAuth oauth_consumer_key=\"a\",oauth_signature=\"@%3D\"",
            "Authorization: Signature keyId=\"a\",algorithm=\"hmac-sha256\",signature=\"@==\"",
        ],
    );
    // `:secret`, `key:`, `marie:pässword`, in an alphabet of addresses `a:??>`
    for login in ["OnNlY3JldA==", "c2VjcmV0OjE=", "bWFyaWU6cMOkc3N3b3Jk", "YTo_Pz4="] {
        assert_withheld(
            login,
            &[
                "Authorization: Basic @",
                "Proxy-Authorization: Basic @",
                "\"Authorization\": \"Basic @\"",
                "-H 'proxy-authorization: basic @'",
            ],
        );
    }
    assert_withheld(
        HEX,
        &[
            "Authorization: Digest username=\"m\", realm=\"r\", nonce=\"n1\", uri=\"/\", response=\"@\", opaque=\"o\"",
            "Proxy-Authorization: Digest response=@",
            "Authorization: AWS4-HMAC-SHA256 Credential=x/y, SignedHeaders=host, Signature=@",
        ],
    );
    assert_kept(&[
        "Authorization: Basic authentication",
        "Authorization: Basic credentials are sent with each request",
        "Authorization: Digest algorithm=MD5, qop=auth",
        "authorization: handlers.permissions.policy_engine",
        "Authorization: see the section on access-control-lists",
    ]);
}

#[test]
fn signature_of_an_address_is_withheld_wherever_it_stands() {
    assert_withheld(
        HEX,
        &[
            "X-Amz-Signature=@",
            "x-amz-signature: @",
            "https://a.test/x?a=1\\u0026X-Amz-Signature=@",
            "https://a.test/x%3Fa%3D1%26X-Amz-Signature%3D@",
            "\"X-Amz-Signature\": \"@\"",
            "  X-Goog-Signature=@\n",
            "x-amz-security-token = @",
            "X-Oss-Signature=@",
            "?a=1\\u0026sig=@",
        ],
    );
    assert_kept(&[
        "X-Amz-Signature is a parameter",
        "X-Amz-SignedHeaders=host",
        "signature: verify_signature",
    ]);
}

#[test]
fn logins_and_keys_in_files_of_registries_and_clusters_are_withheld() {
    // `me:Tr0ub4dor`, `:Tr0ub4dor`, `marie:pässword`
    for login in ["bWU6VHIwdWI0ZG9y", "OlRyMHViNGRvcg==", "bWFyaWU6cMOkc3N3b3Jk"] {
        assert_withheld(
            login,
            &["{\"auths\":{\"h.test\":{\"auth\": \"@\"}}}", "\"auth\":\n  \"@\"", "_auth=@"],
        );
    }
    assert_withheld(VALUE, &["{\"auths\": {\"h.test\": {\"auth\": \"@\"}}}", ".dockerconfigjson: eyJ@"]);
    assert_withheld(
        "LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFb3dJQkFBS0NBUUVB",
        &["    client-key-data: @\n", "clientKeyData: \"@\"", "tls.key: @", "data @"],
    );
    assert_withheld(VALUE, &["client-key-data: @", "client_key: @"]);
    assert_kept(&[
        "auth: required",
        "\"auth\": \"oauth2-proxy\"",
        "client-key: /etc/ssl/certs/client.key.pem",
        "certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM",
        "client_key: string",
    ]);
}

#[test]
fn password_that_is_an_argument_of_a_command_is_withheld() {
    assert_withheld(
        PASSWORD,
        &[
            "redis-cli -h h.test -a @ ping",
            "redis-cli --no-auth-warning -a '@' ping",
            "redis-cli --pass @",
            "requirepass @",
            "AUTH @\r\n",
            "docker login -u me -p @ h.test",
            "docker --config x login h.test -u me -p '@'",
            "podman login --username=me -p=@ h.test",
            "helm registry login h.test -u me -p @",
            "az login -u me -p @",
            "az login --service-principal -u a -p @ --tenant t",
            "az vm create -n x --admin-password @",
            "oc login -u me -p @ https://h.test",
            "net use Z: \\\\srv\\share @ /user:me",
            "net use \\\\srv\\share /user:dom\\me @",
            "net user marie @ /add",
            "htpasswd -b .htpasswd marie @",
            "htpasswd -cbB -C 10 .htpasswd marie @ && reload",
            "htpasswd -nb marie @",
            "ldapsearch -x -D cn=admin -w @ -b dc=x",
            "ldapmodify -w'@' -f x.ldif",
            "ldappasswd -s @ uid=a",
            "mongosh -u me -p @ --host h",
            "mongodump -u me -p=@",
            "cqlsh h.test -u me -p @",
            "sqlcmd -S h -U sa -P @",
            "bcp t out f -U sa -P@",
            "ipmitool -I lanplus -H h -U me -P @ power on",
            "mosquitto_pub -h h -u me -P @ -t t",
            "unzip -P @ a.zip",
            "zip -r -P @ a.zip d",
            "7z a -p@ a.7z d",
            "rar a -hp@ a.rar d",
            "plink -ssh me@h -pw @ ls",
            "psexec \\\\srv -u me -p @ cmd",
            "xfreerdp /u:me /p:@ /v:h",
            "cmdkey /add:h /user:me /pass:@",
            "schtasks /create /ru me /rp @",
            "smbclient //h/s -U me%@",
            "rpcclient -U 'dom/me%@' h",
            "openssl rsa -in k -passin pass:@",
            "openssl enc -aes-256-cbc -k @ -in x",
            "keytool -list -storepass @ -keypass other",
            "keytool -list -storepass changeit -keypass @",
            "echo @ | sudo -S ls",
            "echo 'me:@' | sudo chpasswd",
            "rabbitmqctl add_user me @",
            "rabbitmqctl change_password me '@'",
            "http -a me:@ h.test",
            "lftp -u me,@ h.test",
            "sqlplus me/@@db",
            "curl -x p -U me:@ h.test",
            "curl --proxy-user me:@ h.test",
            "nmcli dev wifi connect Net password @",
            "wpa_passphrase Net @",
            "snmpwalk -v3 -A @ h",
            "twine upload -u me -p @ dist/x",
            "CREATE USER m IDENTIFIED BY '@'",
            "ALTER ROLE m WITH PASSWORD '@'",
        ],
    );
    assert_withheld(
        VALUE,
        &["aws configure set aws_secret_access_key @", "npm config set //h.test/:_authToken @"],
    );
    assert_kept(&[
        "redis-cli -a $REDIS_PASSWORD ping",
        "redis-cli -a <password>",
        "redis-cli -a PASS",
        "docker login -u me --password-stdin h.test",
        "docker login -p $PASS",
        "docker run -p 8080:80 nginx1.27",
        "az login --use-device-code",
        "az appservice plan create -n p1 -g rg2",
        "net use Z: \\\\srv\\share /user:me",
        "net use * /delete",
        "net user marie /delete",
        "htpasswd -b file user PASS",
        "htpasswd -B -C 10 .htpasswd marie",
        "ldapsearch -x -W -D cn=admin",
        "ldapsearch -w PASS",
        "mongosh -u me -p",
        "mkdir -p build2/out && zip -r a1.zip d",
        "unzip -P PASSWORD a.zip",
        "7z x a.7z",
        "openssl rsa -in k -passin env:KEY_PASS",
        "openssl rsa -in k -passin pass:${PASS}",
        "echo hello1 | sudo tee /etc/x",
        "sqlplus / as sysdba",
        "http -a $USER:$PASS h.test",
        "keytool -storepass changeit",
        "AUTH required",
        "IDENTIFIED BY '<password>'",
    ]);
}

#[test]
fn password_that_a_sentence_tells_is_withheld() {
    assert_withheld(
        PASSWORD,
        &[
            "The password is @.",
            "my password is \"@\"",
            "password for the server is `@`, do not tell",
            "Password was @",
            "the passcode is now @",
            "set the admin password to @",
            "the password is: @",
            "Das Passwort lautet @.",
            "le mot de passe est @",
            "la contraseña es @",
            "log in with password @",
            "**Password:** @",
            "**Password**: `@`",
            "| Password | @ |",
            "WIFI:T:WPA;S:Net;P:@;;",
            "WIFI:S:Net;T:WPA;P:@;H:true;;",
            "psk=\"@\"",
            "wpa-psk @",
            "<keyMaterial>@</keyMaterial>",
            "The password: @.",
        ],
    );
    assert_withheld(VALUE, &["The API key is @", "my token is `@`", "the secret access key is: @"]);
    assert_kept(&[
        "The password is required.",
        "password is SHA256-hashed before it is sent",
        "The password is base64-encoded",
        "the password is 8-64 characters long",
        "The password is in config/db2.yml",
        "your password was changed in v2.3",
        "password is never logged",
        "The token is access_token_v2",
        "pass the password to connect2db()",
        "set the password to <new-password1>",
        "log in with password authentication",
        "WIFI: connect to the network; P: next",
        "the API key is read from OPENAI_API_KEY2",
        "| Password | The password of the user |",
    ]);
}

#[test]
fn password_on_the_line_below_its_name_is_withheld() {
    assert_withheld(
        PASSWORD,
        &[
            "password:\n  @\n",
            "password: |\n  @\n",
            "password: >-\r\n  @\r\n",
            "Password:\n\n@\n",
            "passwords:\n  - @\n",
            "\"password\":\n    \"@\"",
            "Password:\n```\n@\n```",
            "password = \\\n  '@'",
            "DB_PASSWORD: \\n  @",
        ],
    );
    assert_kept(&[
        "password:\n  type: string\n  minLength: 12\n",
        "password:\n\n1. Go to the page\n2. Type it",
        "tokens:\n  - name: access2\n",
        "Set the token:\n```bash\nexport TOKEN=\"$TOKEN\"\n```",
        "token =\n    lexer.next_token2();",
        "secret:\n}\n",
    ]);
}

#[test]
fn names_in_wide_or_mathematical_letters_tell_of_a_secret_too() {
    assert_withheld(
        "Ｔｒ０ｕｂ４ｄｏｒ",
        &["ｐａｓｓｗｏｒｄ＝@", "password：@", "ｐａｓｓｗｏｒｄ：　@　x", "é ｐａｓｓｗｏｒｄ＝@"],
    );
    assert_withheld(
        PASSWORD,
        &["ｐａｓｓｗｏｒｄ＝@", "𝗽𝗮𝘀𝘀𝘄𝗼𝗿𝗱=@", "password：@", "𝚙𝚊𝚜𝚜𝚠𝚘𝚛𝚍: @ é", "pass\u{200b}ｗord＝@"],
    );
    assert_withheld(VALUE, &["Ａｕｔｈｏｒｉｚａｔｉｏｎ： Bearer @"]);
    let token = format!("ｇｈｐ＿{VALUE}");
    let (clean, count) = withhold(&format!("é（{token}）é"));
    assert_eq!((clean.as_str(), count), ("é（[withheld: likely a secret]）é", 1));
    assert_kept(&["ｐａｓｓｗｏｒｄ＝あなたのパスワード", "全角（ＡＢＣ）と半角"]);
}
