#!/bin/sh
# The installed release's command, where a shell finds it.
exec /opt/gm-appliance/current/environment/bin/gm-appliance "$@"
