"""The table: ports, and the drivers behind them. Importing this pulls in no hardware library."""
