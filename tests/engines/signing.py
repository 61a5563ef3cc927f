"""Signs a folder with the reference tool of OpenSSF Model Signing in many ways, spoils some, and lets the tool judge.

FOLDER. Makes FOLDER/CASE/skill and FOLDER/CASE/trusted.pem for each case, and prints a JSON object for each: the case,
whether the tool accepts it, and what it says."""
import datetime
import json
import os
import pathlib
import random
import shutil
import sys

import model_signing
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

SIGNATURE = "skill.oms.sig"
CURVES = {"p256": (ec.SECP256R1, hashes.SHA256), "p384": (ec.SECP384R1, hashes.SHA384), "p521": (ec.SECP521R1, hashes.SHA512)}
DAY = datetime.timedelta(days=1)
NOW = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


class Party:
    """A key with its certificate."""

    def __init__(self, name, issuer=None, kind="p384", days=(0, 3650), ca=None, depth=None, usage=None, **more):
        self.name, self.issuer = x509.Name(
            [
                x509.NameAttribute(NameOID.COUNTRY_NAME, "DE"),
                x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example"),
                x509.NameAttribute(NameOID.COMMON_NAME, name),
            ]
        ), issuer
        self.kind = kind
        self.key = (
            rsa.generate_private_key(65537, 2048) if kind == "rsa" else ec.generate_private_key(CURVES[kind][0]())
        )
        above = more.get("signed_by") or issuer or self
        self.extensions, self.days = [], days
        if ca is not None:
            self.extensions.append((x509.BasicConstraints(ca, depth), True))
        if usage is not None:
            self.extensions.append((key_usage(**{word: True for word in usage}), True))
        self.extensions.append((x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), False))
        identifier = more.get("identifier") or above.key.public_key()
        self.extensions.append((x509.AuthorityKeyIdentifier.from_issuer_public_key(identifier), False))
        self.extensions.extend(more.get("extensions", []))
        has_use = any(isinstance(extension, x509.ExtendedKeyUsage) for extension, _ in self.extensions)
        if "digital_signature" in (usage or []) and not has_use:
            # Assay takes certificates for signing code alone; the tool does not ask.
            self.extensions.append((x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), False))
        hash_of = hashes.SHA256 if above.kind == "rsa" else CURVES[above.kind][1]
        builder = (
            x509.CertificateBuilder()
            .subject_name(self.name)
            .issuer_name((issuer or self).name)
            .public_key(self.key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(NOW + days[0] * DAY)
            .not_valid_after(NOW + days[1] * DAY)
        )
        for extension, is_critical in self.extensions:
            builder = builder.add_extension(extension, is_critical)
        self.certificate = builder.sign(above.key, (more.get("hash") or hash_of)())

    def pem(self):
        return self.certificate.public_bytes(serialization.Encoding.PEM)


def key_usage(**words):
    names = "digital_signature content_commitment key_encipherment data_encipherment key_agreement key_cert_sign crl_sign"
    every = {name: words.get(name, False) for name in names.split()}
    return x509.KeyUsage(**every, encipher_only=False, decipher_only=False)


CERTIFY = ["key_cert_sign"]
SIGN = ["digital_signature"]


def parties(kind="p384", top=None, root={}, middle={}, signer={}):
    one = Party("Root", **{"kind": top or kind, "ca": True, "usage": CERTIFY, **root})
    two = Party("Middle", one, **{"kind": top or kind, "ca": True, "depth": 0, "usage": CERTIFY, **middle})
    three = Party("Signer", two, **{"kind": kind, "ca": False, "usage": SIGN, **signer})
    return three, [two, one]


def skill(folder):
    for path, text in {
        "SKILL.md": "---\nname: notes\ndescription: Writes notes.\n---\nWrite notes.\n",
        "references/form.md": "A form.\n",
        "scripts/go.sh": "#!/bin/sh\nls\n",
        "empty.txt": "",
        ".hidden": "x\n",
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def sign(case, signer, chain, ignored=(), hashing=None):
    key, own, others = (case / name for name in ["key.pem", "own.pem", "chain.pem"])
    key.write_bytes(
        signer.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    own.write_bytes(signer.pem())
    others.write_bytes(b"".join(party.pem() for party in chain))
    config = hashing or model_signing.hashing.Config()
    config.set_ignored_paths(paths=[SIGNATURE, *ignored], ignore_git_paths=True)
    (
        model_signing.signing.Config()
        .use_certificate_signer(private_key=key, signing_certificate=own, certificate_chain=[others])
        .set_hashing_config(config)
        .sign(case / "skill", case / "skill" / SIGNATURE)
    )
    for path in [key, own, others]:
        path.unlink()


def judge(case):
    """As `model_signing verify certificate` does."""
    folder = case / "skill"
    try:
        model_signing.verifying.Config().use_certificate_verifier(
            certificate_chain=[case / "trusted.pem"]
        ).set_hashing_config(
            model_signing.hashing.Config().set_ignored_paths(paths=[SIGNATURE], ignore_git_paths=True)
        ).verify(folder, folder / SIGNATURE)
    except BaseException as error:
        return False, f"{type(error).__name__}: {error}"[:300]
    return True, ""


class Cases:
    def __init__(self, folder):
        self.folder = folder
        self.chain = parties()
        self.made = folder / "made"
        self.made.mkdir(parents=True)
        skill(self.made / "skill")
        sign(self.made, *self.chain)

    def tell(self, case):
        accepted, why = judge(case)
        print(json.dumps({"case": case.name, "accepted": accepted, "why": why}))

    def fresh(self, name):
        case = self.folder / name
        shutil.copytree(self.made, case, symlinks=True)
        (case / "trusted.pem").write_bytes(self.chain[1][-1].pem())
        return case

    def spoiled(self, name, spoil):
        """The signed folder with something done to it."""
        case = self.fresh(name)
        spoil(case / "skill")
        self.tell(case)

    def signed(self, name, chain, trusted=None, given=None, spoil=None, **how):
        """A folder signed by other parties: `given` is what goes with the signature, `trusted` what is trusted."""
        signer, others = chain
        case = self.folder / name
        skill(case / "skill")
        sign(case, signer, given or others, **how)
        if given == []:
            # The tool itself always wants a chain.
            path = case / "skill" / SIGNATURE
            value = json.loads(path.read_text())
            del value["verificationMaterial"]["x509CertificateChain"]["certificates"][1:]
            path.write_text(json.dumps(value))
        (case / "trusted.pem").write_bytes(b"".join(party.pem() for party in (trusted or others[-1:])))
        if spoil:
            spoil(case / "skill")
        self.tell(case)

    def bundle(self, name, change):
        """The signature rewritten as JSON."""

        def spoil(folder):
            value = json.loads((folder / SIGNATURE).read_text())
            value = change(value) or value
            (folder / SIGNATURE).write_text(json.dumps(value))

        self.spoiled(name, spoil)


def files(cases):
    def put(path, text="x\n"):
        def spoil(folder):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)

        return spoil

    def flip(path):
        def spoil(folder):
            bytes_ = bytearray((folder / path).read_bytes())
            bytes_[len(bytes_) // 2] ^= 1
            (folder / path).write_bytes(bytes_)

        return spoil

    def link(path, to):
        def spoil(folder):
            (folder / path).unlink(missing_ok=True)
            (folder / path).symlink_to(to)

        return spoil

    cases.spoiled("as-signed", lambda folder: None)
    for path in ["SKILL.md", "references/form.md", "scripts/go.sh", ".hidden"]:
        cases.spoiled(f"flipped-{path.replace('/', '-')}", flip(path))
    cases.spoiled("filled", put("empty.txt"))
    for path in ["new.md", "scripts/new.sh", ".env", "deep/er/x", "skill.oms.sig.bak", "sub/skill.oms.sig", ".gitkeep", "sub/.gitignore", ".github2/x"]:
        cases.spoiled(f"added-{path.replace('/', '-')}", put(path))
    for path in [".gitignore", ".gitattributes", ".git/config", ".github/workflows/x.yml"]:
        cases.spoiled(f"ignored-{path.replace('/', '-')}", put(path))
    for path in ["SKILL.md", "references/form.md", "empty.txt"]:
        cases.spoiled(f"removed-{path.replace('/', '-')}", lambda folder, path=path: (folder / path).unlink())
    cases.spoiled("renamed", lambda folder: (folder / "empty.txt").rename(folder / "EMPTY.txt"))
    cases.spoiled("swapped", lambda folder: ((folder / "empty.txt").rename(folder / "t"), (folder / ".hidden").rename(folder / "empty.txt"), (folder / "t").rename(folder / ".hidden")))
    cases.spoiled("empty-folder", lambda folder: (folder / "nothing").mkdir())
    cases.spoiled("mode", lambda folder: (folder / "scripts/go.sh").chmod(0o755))
    cases.spoiled("link-in", link("also.md", "SKILL.md"))
    cases.spoiled("link-instead", link(".hidden", "empty.txt"))
    cases.spoiled("link-out", link("passwd", "/etc/passwd"))
    cases.spoiled("link-nowhere", link("nowhere", "nothing"))
    cases.spoiled("link-folder", link("all", "references"))
    cases.spoiled("pipe", lambda folder: os.mkfifo(folder / "pipe"))
    cases.spoiled("file-for-folder", lambda folder: (shutil.rmtree(folder / "references"), (folder / "references").write_text("x")))
    cases.signed("own-ignored", cases.chain, ignored=["drafts"], spoil=put("drafts/x"))
    cases.signed("own-ignored-beside", cases.chain, ignored=["drafts"], spoil=put("drafts.md"))
    cases.signed("signed-link", cases.chain, hashing=model_signing.hashing.Config().set_allow_symlinks(True), spoil=link("also.md", "SKILL.md"))
    cases.signed("blake3", cases.chain, hashing=model_signing.hashing.Config().use_file_serialization(hashing_algorithm="blake3"))
    cases.signed("shards", cases.chain, hashing=model_signing.hashing.Config().use_shard_serialization())


def chains(cases):
    for kind in CURVES:
        cases.signed(f"curve-{kind}", parties(kind))
        cases.signed(f"rsa-root-{kind}", parties(kind, top="rsa"))
    every = parties()
    signer, (middle, root) = every
    other = parties()
    cases.signed("root-not-trusted", every, trusted=other[1])
    cases.signed("root-of-that-name", every, trusted=[other[1][-1]])
    cases.signed("all-trusted", every, trusted=[middle, root])
    cases.signed("two-roots", every, trusted=[other[1][-1], root])
    cases.signed("middle-trusted", every, trusted=[middle])
    cases.signed("signer-trusted", every, trusted=[signer])
    cases.signed("signer-and-root-trusted", every, trusted=[signer, root])
    cases.signed("without-root", every, given=[middle])
    cases.signed("without-middle", every, given=[root])
    cases.signed("middle-trusted-not-given", every, given=[root], trusted=[middle, root])
    cases.signed("alone", every, given=[], trusted=[middle, root])
    cases.signed("others-too", every, given=[*other[1], root, middle, signer])
    cases.signed("another-middle", every, given=[other[1][0], root])
    cases.signed("short", (lambda root: (Party("Signer", root, ca=False, usage=SIGN), [root]))(Party("Root", ca=True, usage=CERTIFY)))
    own = Party("Own", usage=SIGN)
    cases.signed("own", (own, [own]))
    cases.signed("own-given-nothing", (own, [own]), given=[])
    cases.signed("own-not-trusted", (own, [own]), trusted=[root])
    cases.signed("own-of-that-name", (own, [own]), trusted=[Party("Own", usage=SIGN)])
    cases.signed("own-authority", (lambda own: (own, [own]))(Party("Own", ca=True, usage=SIGN + CERTIFY)))
    of = lambda name, **how: cases.signed(name, parties(**how))
    of("over", signer={"days": (-700, -300)}, root={"days": (-800, 3650)}, middle={"days": (-800, 3650)})
    of("all-over", signer={"days": (-700, -300)}, root={"days": (-800, -200)}, middle={"days": (-800, -200)})
    of("root-ends-first", root={"days": (0, 5)})
    of("root-begins-later", root={"days": (30, 3650)})
    of("middle-begins-later", middle={"days": (30, 3650)})
    of("middle-over", root={"days": (-800, 3650)}, middle={"days": (-800, -100)})
    of("not-yet", signer={"days": (3000, 3600)})
    of("middle-no-authority", middle={"ca": False, "depth": None})
    of("middle-no-constraints", middle={"ca": None})
    of("root-no-authority", root={"ca": False})
    of("middle-may-not-certify", middle={"usage": SIGN})
    of("root-may-not-certify", root={"usage": SIGN})
    of("middle-any-usage", middle={"usage": None})
    of("depth-exceeded", root={"depth": 0})
    of("depth-kept", root={"depth": 1})
    of("signer-authority", signer={"ca": True, "depth": None})
    of("signer-no-constraints", signer={"ca": None})
    of("signer-no-usage", signer={"usage": None})
    of("signer-other-usage", signer={"usage": ["key_agreement"]})
    code = (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]), False)
    web = (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), True)
    of("signer-for-code", signer={"usage": None, "extensions": [code]})
    of("signer-for-web", signer={"usage": None, "extensions": [web]})
    of("signer-signs-for-web", signer={"extensions": [web]})
    unknown = (x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.4.5"), b"\x05\x00"), True)
    of("signer-demands", signer={"extensions": [unknown]})
    of("middle-demands", middle={"extensions": [unknown]})
    of("root-demands", root={"extensions": [unknown]})
    of("signer-mentions", signer={"extensions": [(unknown[0], False)]})
    names = lambda name: (x509.NameConstraints([x509.DirectoryName(x509.Name([x509.NameAttribute(NameOID.COUNTRY_NAME, name)]))], None), True)
    of("names-allowed", middle={"extensions": [names("DE")]})
    of("names-not-allowed", middle={"extensions": [names("FR")]})
    policies = (x509.CertificatePolicies([x509.PolicyInformation(x509.ObjectIdentifier("1.2.3.4"), None)]), True)
    of("policies", middle={"extensions": [policies]})
    stranger = Party("Middle", root, ca=True, usage=CERTIFY)
    forged = Party("Signer", middle, ca=False, usage=SIGN, signed_by=stranger, identifier=middle.key.public_key())
    cases.signed("not-signed-as-said", (forged, [middle, root]))
    of("key-id-of-another", signer={"identifier": stranger.key.public_key()})
    of("other-hash", signer={"hash": hashes.SHA512})
    of("shorter-hash", signer={"hash": hashes.SHA256})
    deep = [Party("Root", ca=True, usage=CERTIFY)]
    for number in range(6):
        deep.append(Party(f"Middle {number}", deep[-1], ca=True, usage=CERTIFY))
    cases.signed("deep", (Party("Signer", deep[-1], ca=False, usage=SIGN), deep[::-1]))
    one, two = Party("Round", ca=True, usage=CERTIFY), None
    two = Party("Trip", one, ca=True, usage=CERTIFY)
    back = Party("Round", two, ca=True, usage=CERTIFY, signed_by=two)
    back.key, again = one.key, None
    cases.signed("round", (Party("Signer", two, ca=False, usage=SIGN), [two, back]), trusted=[root])


def bundles(cases):
    import base64

    def payload(value, change):
        text = base64.b64decode(value["dsseEnvelope"]["payload"]).decode()
        value["dsseEnvelope"]["payload"] = base64.b64encode(change(text).encode()).decode()

    chain_of = lambda value: value["verificationMaterial"]["x509CertificateChain"]["certificates"]
    case = cases.bundle
    case("rewritten", lambda value: None)
    case("payload-changed", lambda value: payload(value, lambda text: text.replace("notes", "other") + " "))
    case("payload-type", lambda value: value["dsseEnvelope"].update(payloadType="application/json"))
    case("form", lambda value: value.update(mediaType="application/vnd.dev.sigstore.bundle+json;version=0.2"))
    case("no-signature", lambda value: value["dsseEnvelope"].update(signatures=[]))
    case("wrong-signature", lambda value: value["dsseEnvelope"]["signatures"][0].update(sig=base64.b64encode(b"x" * 70).decode()))
    case("empty-signature", lambda value: value["dsseEnvelope"]["signatures"][0].update(sig=""))
    case("no-certificates", lambda value: chain_of(value).clear())
    case("certificate-cut", lambda value: chain_of(value)[0].update(rawBytes=chain_of(value)[0]["rawBytes"][:400]))
    case("certificate-padded", lambda value: chain_of(value)[0].update(rawBytes=base64.b64encode(base64.b64decode(chain_of(value)[0]["rawBytes"]) + b"\0").decode()))
    case("certificates-turned", lambda value: chain_of(value).reverse())
    case("no-envelope", lambda value: value.pop("dsseEnvelope") and None)
    case("no-material", lambda value: value.pop("verificationMaterial") and None)
    case("a-list", lambda value: [1])
    for name, text in {"no-json": "x", "nothing": "", "nested": "[" * 100_000}.items():
        cases.spoiled(name, lambda folder, text=text: (folder / SIGNATURE).write_text(text))
    cases.spoiled("not-text", lambda folder: (folder / SIGNATURE).write_bytes(b"\xff\xfe"))
    dice = random.Random(7)
    size = (cases.made / "skill" / SIGNATURE).stat().st_size
    for number in range(150):
        at, bit = dice.randrange(size), dice.randrange(8)

        def spoil(folder):
            text = bytearray((folder / SIGNATURE).read_bytes())
            text[at] ^= 1 << bit
            (folder / SIGNATURE).write_bytes(text)

        cases.spoiled(f"bit-{number}-{at}-{bit}", spoil)


cases = Cases(pathlib.Path(sys.argv[1]))
files(cases)
chains(cases)
bundles(cases)
