#!/bin/sh
# Looks for SQL injection in every field, search parameter, path segment and cookie.
# Started by run.ts, which has written one request per file. Exits with 1 if sqlmap finds an injectable parameter.
set -eu
: "${FOLDER:?is set by run.ts}"
LEVEL=${SQLMAP_LEVEL:-1}
RISK=${SQLMAP_RISK:-1}
for request in "$FOLDER"/requests/*.txt; do
	# Each request gets a new idempotency key, like from a page. Otherwise the site treats it as a repeat of the first.
	sqlmap -r "$request" --batch --ignore-stdin --dbms=sqlite --level="$LEVEL" --risk="$RISK" --technique=BEUSQ \
		--skip=Host,Referer,User-Agent --ignore-code=400,401,403,404,409,413,422 --drop-set-cookie \
		--eval='import uuid;idempotencyKey=str(uuid.uuid4())' --flush-session --disable-coloring \
		--output-dir="$FOLDER/output" >>"$FOLDER/sqlmap.log" 2>&1 </dev/null ||
		echo "sqlmap failed for $request"
done
requests=$(ls "$FOLDER"/requests | wc -l)
tested=$(grep -c 'testing connection to the target URL' "$FOLDER/sqlmap.log" || true)
held=$(grep -c 'does not seem to be injectable' "$FOLDER/sqlmap.log" || true)
echo "attacked $tested of $requests requests; $held parameters not injectable"
if [ "$tested" -lt "$requests" ]; then
	echo "sqlmap did not attack all requests: see $FOLDER/sqlmap.log"
	exit 1
fi
# Only the final verdict counts: sqlmap verifies what "appears to be injectable" and withdraws false positives.
if grep -E "is vulnerable|identified the following injection" "$FOLDER/sqlmap.log"; then
	exit 1
fi
echo "sqlmap found nothing"
