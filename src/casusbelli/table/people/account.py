"""The pages of one's own account."""

from __future__ import annotations

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from ..service import AnyRequest, Service


def account_routes(service: Service) -> list[HTTPRouteHandler]:
    """The handlers."""

    @get("/account")
    async def account(request: AnyRequest) -> Response[str]:
        return service.page(request, "people/account.html")

    return [account]
