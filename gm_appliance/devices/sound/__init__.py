"""The loudspeaker: voice, storm and the noise that masks clicks."""
