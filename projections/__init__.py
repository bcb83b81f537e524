"""Read models: what the log says, kept ready to be looked up; each says who may read it, and any can be made again from the log."""

from projections.eyes import Eyes, Seen
from projections.follower import Follower
from projections.lobby import Lobby
from projections.projection import Advance, Audience, Projection, register, registered
from projections.seats import SeatViews
from projections.view import offered, present, view_of
from projections.views import Views
