"""A mail server (aiosmtpd) that appends each e-mail it takes to a file, as one line of JSON.

Usage: mail_server.py PORT FILE [--delay SECONDS] [--headers-only] [--certificate FILE --key FILE] [--login USER:PASSWORD]

The local part of a recipient's address can ask for an answer: `rcpt-550@…`, `data-451@…`, `hang-rcpt@…`, `hang-data@…`.
With a certificate the connection is encrypted from its first byte; with a login the server demands it.
"""

import argparse
import asyncio
import json
import ssl
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP, AuthResult

NEVER = 10_000


class Handler:
    def __init__(self, file, options):
        self.file = file
        self.delay = options.delay
        self.headers_only = options.headers_only

    async def handle_RCPT(self, server, session, envelope, address, options):
        answer = await self.answer("rcpt", address)
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server, session, envelope):
        await asyncio.sleep(self.delay)
        answer = await self.answer("data", envelope.rcpt_tos[0])
        if answer.startswith("250"):
            self.file.write(json.dumps(described(server, session, envelope, self.headers_only)) + "\n")
            self.file.flush()
        return answer

    async def answer(self, command, address):
        local_part = address.split("@")[0]
        if local_part == f"hang-{command}":
            await asyncio.sleep(NEVER)
        if local_part.startswith(f"{command}-"):
            return f"{local_part.removeprefix(f'{command}-')} as asked"
        return "250 OK"


def described(server, session, envelope, headers_only):
    message = message_from_bytes(envelope.content, policy=policy.default)
    if headers_only:
        return {"headers": {name: message[name] for name in ("Subject", "Message-ID")}}
    return {
        "to": envelope.rcpt_tos,
        "encrypted": server.transport.get_extra_info("ssl_object") is not None,
        "authenticated": session.authenticated,
        "headers": {name: str(value) for name, value in message.items()},
        "parts": {part.get_content_type(): part.get_content().replace("\r\n", "\n") for part in message.iter_parts()},
    }


async def serve(options):
    context = None
    if options.certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(options.certificate, options.key)

    def check(server, session, envelope, mechanism, data):
        given = f"{data.login.decode()}:{data.password.decode()}"
        return AuthResult(success=given == options.login)

    login = {"authenticator": check, "auth_required": True, "auth_require_tls": False} if options.login else {}
    with open(options.file, "a", encoding="utf-8") as file:
        handler = Handler(file, options)
        loop = asyncio.get_running_loop()
        factory = lambda: SMTP(handler, loop=loop, **login)
        server = await loop.create_server(factory, "127.0.0.1", options.port, ssl=context)
        await server.serve_forever()


arguments = argparse.ArgumentParser()
arguments.add_argument("port", type=int)
arguments.add_argument("file")
arguments.add_argument("--delay", type=float, default=0)
arguments.add_argument("--headers-only", action="store_true")
arguments.add_argument("--certificate")
arguments.add_argument("--key")
arguments.add_argument("--login")
asyncio.run(serve(arguments.parse_args()))
