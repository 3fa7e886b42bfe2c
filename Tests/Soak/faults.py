"""What happens to the station: the faults, each done for a random time. Numbers are rows of the fault matrix."""
import private_network
from damaging_proxy import NONE, Damage


class Dropped:
    """Fault 3: packets are dropped without a message."""

    name = "packets dropped"
    number = 3
    is_away = True
    """Whether the station cannot be reached meanwhile."""
    seconds = (3.0, 14.0)

    def __init__(self, has_network):
        self._has_network = has_network

    def begin(self, stage, _):
        """From now on nothing passes."""
        if self._has_network:
            private_network.drop(stage.proxy.port)
        else:
            stage.proxy.fall_silent()

    def end(self, stage):
        """Everything passes again."""
        if self._has_network:
            private_network.pass_all()
        else:
            stage.proxy.speak()


class Killed:
    """Fault 5: the server is killed (kill -9), connections are refused, and it is started again."""

    name = "server killed"
    number = 5
    is_away = True
    seconds = (0.5, 6.0)

    def begin(self, stage, _):
        """The server is gone."""
        stage.proxy.close()
        stage.station.kill()
        stage.proxy.reset()

    def end(self, stage):
        """The server is there again, and has sound."""
        stage.station.start()
        stage.proxy.open()


class Reset:
    """Fault 5: the connection is reset; the server is there all the time."""

    name = "connection reset"
    number = 5
    is_away = False
    seconds = (0.0, 0.0)

    def begin(self, stage, _):
        """Cuts it."""
        stage.proxy.reset()

    def end(self, stage):
        """Nothing is left to mend."""


class Damaged:
    """Fault 22: bytes are changed, lost, or come twice."""

    name = "bytes damaged"
    number = 22
    is_away = False
    seconds = (5.0, 15.0)

    def begin(self, stage, generator):
        """One kind of damage, from one byte in 100,000 to one in 1,000."""
        chance = 10 ** generator.uniform(-5, -3)
        kind = generator.choice(("changed", "lost", "doubled"))
        stage.proxy.damage = Damage(**{kind: chance})

    def end(self, stage):
        """What is sent arrives."""
        stage.proxy.damage = NONE
