"""Checks the signature of an evidence bundle with libraries that Assay has no part in: BUNDLE KEY.

Prints `good` when securesystemslib accepts the envelope with the key, in-toto's own library its statement, and every part
of the zip has the digest that was signed, and no part is unsigned; else what is wrong."""
import hashlib
import json
import sys
import zipfile

from in_toto_attestation.v1 import statement, statement_pb2
from google.protobuf import json_format
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

SIGNATURE = "signature.json"


def check(bundle, pem):
    with zipfile.ZipFile(bundle) as zipped:
        parts = {name: zipped.read(name) for name in zipped.namelist()}
    envelope = Envelope.from_dict(json.loads(parts.pop(SIGNATURE)))
    keyid = next(iter(envelope.signatures))
    key = SSlibKey.from_crypto(load_pem_public_key(open(pem, "rb").read()), keyid=keyid)
    envelope.verify([key], 1)
    told = json_format.Parse(envelope.payload, statement_pb2.Statement())
    statement.Statement.copy_from_pb(told).validate()
    signed = {one.name: one.digest["sha256"] for one in told.subject}
    found = {name: hashlib.sha256(part).hexdigest() for name, part in parts.items()}
    if signed != found:
        raise ValueError(f"other parts than were signed: {sorted(set(signed.items()) ^ set(found.items()))}")


try:
    check(*sys.argv[1:])
    print("good")
except Exception as error:
    print(f"{type(error).__name__}: {error}")
