"""What schemathesis.toml cannot say."""

import itertools

import schemathesis

numbers = itertools.count(1)


def without_fractions(value):
    """JSON Schema takes 1.0 for an integer, the API does not."""
    if isinstance(value, dict):
        return {name: without_fractions(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_fractions(element) for element in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@schemathesis.hook
def before_call(context, case, kwargs):
    # An address of its own, so that no rate limit hides what is behind it.
    number = next(numbers)
    case.headers["x-forwarded-for"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    # A redirect is the answer.
    kwargs["allow_redirects"] = False
    if isinstance(case.body, dict | list):
        case.body = without_fractions(case.body)
    operation = case.operation.definition.raw["operationId"]
    # The token is the first part.
    if operation == "upload" and isinstance(case.body, dict) and "token" in case.body:
        case.body = {"token": case.body["token"], **case.body}
    # A place that was made up is on no picture, which hides what else may be wrong.
    if operation == "comment" and isinstance(case.body, dict) and number % 4:
        case.body.pop("pin", None)


@schemathesis.check
def documented_words(context, response, case):
    """An error says only what the document has as an example of its status."""
    documented = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    examples = documented.get("content", {}).get("application/json", {}).get("examples", {})
    if response.status_code >= 400 and examples and response.request.method != "HEAD":
        error = response.json()["error"]
        assert error in examples, f"{response.status_code} {error!r} is no example in the document"
