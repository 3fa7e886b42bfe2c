"""A desktop that shows notifications: org.freedesktop.Notifications on the session bus.

Usage: notification_desktop.py CAPABILITY...
Writes `ready`, and then each notification as a line of JSON. Notifications have the numbers 1, 2, ...; one that replaces
another keeps its number.
"""

import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


class Desktop(dbus.service.Object):
    """The object that programs call."""

    last = 0

    @dbus.service.method(NAME, in_signature="", out_signature="as")
    def GetCapabilities(self):
        return dbus.Array(sys.argv[1:], signature="s")

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, application, replaced, icon, summary, body, actions, hints, time):
        if not replaced:
            self.last += 1
        number = replaced or self.last
        plain = {key: str(value) if isinstance(value, str) else int(value) for key, value in hints.items()}
        line = {"number": int(number), "application": application, "icon": icon, "summary": summary, "body": body,
                "actions": list(actions), "hints": plain, "time": int(time)}
        print(json.dumps(line, ensure_ascii=False), flush=True)
        return dbus.UInt32(number)


bus = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop())
name = dbus.service.BusName(NAME, bus)
desktop = Desktop(bus, "/org/freedesktop/Notifications")
print("ready", flush=True)
GLib.MainLoop().run()
