"""Asks an engine one question of the tables below a folder: ENGINE FOLDER SQL. Prints the rows as JSON."""
import glob
import json
import sys

TABLES = ["sessions", "turns", "activations", "snapshots", "versions", "drift", "decisions", "findings"]


def of_duckdb(folder, tables, question):
    import duckdb

    engine = duckdb.connect()
    for table in tables:
        files = f"{folder}/{table}/*/*/*.parquet"
        engine.execute(
            f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{files}', hive_partitioning = true, "
            "hive_types = {'day': VARCHAR, 'machine': VARCHAR})"
        )
    answer = engine.execute(question)
    names = [column[0] for column in answer.description]
    return [dict(zip(names, row)) for row in answer.fetchall()]


def of_clickhouse(folder, tables, question):
    from chdb import session

    engine = session.Session()
    for table in tables:
        files = f"{folder}/{table}/*/*/*.parquet"
        engine.query(
            f"CREATE VIEW {table} AS SELECT * FROM file('{files}', Parquet) SETTINGS use_hive_partitioning = 1"
        )
    told = engine.query(question, "JSONEachRow").bytes().decode()
    return [json.loads(line) for line in told.splitlines()]


def of_spark(folder, tables, question):
    from pyspark.sql import SparkSession

    engine = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    engine.sparkContext.setLogLevel("ERROR")
    for table in tables:
        engine.read.parquet(f"{folder}/{table}").createOrReplaceTempView(table)
    return [row.asDict() for row in engine.sql(question).collect()]


engine, folder, question = sys.argv[1:]
ENGINES = {"duckdb": of_duckdb, "clickhouse": of_clickhouse, "spark": of_spark}
there = [table for table in TABLES if glob.glob(f"{folder}/{table}/*/*/*.parquet")]
print("rows", json.dumps(ENGINES[engine](folder, there, question), default=str))
