#!/bin/sh
# Looks for SQL that can be put into any field, search parameter, part of an address or cookie.
# Started by attack.ts, which has written one request per file; ends with 1 if sqlmap found a place.
set -eu
: "${FOLDER:?is set by attack.ts}"
LEVEL=${SQLMAP_LEVEL:-1}
RISK=${SQLMAP_RISK:-1}
for request in "$FOLDER"/requests/*.txt; do
	# A request id is made anew for each request, as a page does; else the second would be the first's repeat.
	sqlmap -r "$request" --batch --ignore-stdin --dbms=sqlite --level="$LEVEL" --risk="$RISK" --technique=BEUSQ \
		--skip=Host,Referer,User-Agent --ignore-code=400,401,403,404,409,413,422 --drop-set-cookie \
		--eval='import uuid;idempotencyKey=str(uuid.uuid4())' --flush-session --disable-coloring \
		--output-dir="$FOLDER/output" >>"$FOLDER/sqlmap.log" 2>&1 </dev/null ||
		echo "sqlmap itself failed at $request"
done
requests=$(ls "$FOLDER"/requests | wc -l)
tested=$(grep -c 'testing connection to the target URL' "$FOLDER/sqlmap.log" || true)
held=$(grep -c 'does not seem to be injectable' "$FOLDER/sqlmap.log" || true)
echo "attacked $tested of $requests requests; $held places held"
if [ "$tested" -lt "$requests" ]; then
	echo "sqlmap did not attack them all: see $FOLDER/sqlmap.log"
	exit 1
fi
# Its last word: what "appears to be injectable" it tries once more, and takes back where it was mistaken.
if grep -E "is vulnerable|identified the following injection" "$FOLDER/sqlmap.log"; then
	exit 1
fi
echo "sqlmap found nothing"
