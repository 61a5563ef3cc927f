"""Asks DuckDB one question of the tables below a folder: FOLDER SQL. Prints the rows as JSON, times as text."""
import glob
import json
import sys

import duckdb

folder, question = sys.argv[1:]
engine = duckdb.connect()
for table in ["sessions", "turns", "activations", "snapshots", "versions", "drift", "decisions", "findings"]:
    files = f"{folder}/{table}/*/*/*.parquet"
    if glob.glob(files):
        engine.execute(
            f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{files}', hive_partitioning = true, "
            "hive_types = {'day': VARCHAR, 'machine': VARCHAR})"
        )
answer = engine.execute(question)
names = [column[0] for column in answer.description]
print(json.dumps([dict(zip(names, row)) for row in answer.fetchall()], default=str))
