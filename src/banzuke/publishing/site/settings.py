"""What a site says of itself: title, languages, whom to write to; read from a small TOML file."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from banzuke.model.errors import WrongUse
from banzuke.publishing.site.words import translated_languages


class Link(BaseModel):
    """A link at the foot of every page."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    address: str = Field(pattern=r"^(https?://|mailto:)\S+$")


class SiteSettings(BaseModel):
    """What a site says of itself.

    title : at the head of every page, by default the ledger's
    languages : the first one has the short addresses, each other one a folder of its own
    list : the key of the list that the first page shows first
    contact, privacy, licence : texts of the pages of these names; an empty line parts paragraphs
    links : at the foot of every page
    rows : of a list on one page
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = ""
    languages: tuple[str, ...] = Field(("en", "sv"), min_length=1)
    list: str = ""
    contact: str = ""
    privacy: str = ""
    licence: str = ""
    links: tuple[Link, ...] = ()
    rows: int = Field(100, ge=10, le=1000)

    @field_validator("languages")
    @classmethod
    def _are_spoken(cls, languages: tuple[str, ...]) -> tuple[str, ...]:
        """Each once, and none that the pages are not translated into."""
        known = translated_languages()
        if unknown := [one for one in languages if one not in known]:
            raise ValueError(f"{', '.join(unknown)}: there is {', '.join(known)}")
        if len(set(languages)) < len(languages):
            raise ValueError("a language stands there twice")
        return languages


def read_settings(path: str | Path | None) -> SiteSettings:
    """The settings in a file, or those of a site without one.

    Raises WrongUse with all that is wrong with the file.
    """
    if path is None:
        return SiteSettings()
    try:
        said = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        return SiteSettings.model_validate(said)
    except OSError as fault:
        raise WrongUse(f"{path} cannot be read: {fault.strerror or fault}") from fault
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise WrongUse(f"{path} is not TOML: {fault}") from fault
    except ValidationError as fault:
        faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in fault.errors()]
        raise WrongUse(f"{path}: {'; '.join(faults)}") from fault
