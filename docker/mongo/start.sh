#!/bin/bash
# MongoDB runs as a user of its own, which cannot read secrets as Compose hands them over: it gets copies in memory.
set -euo pipefail
for name in mongo_keyfile mongo_root_password mongo_password; do
  install -o mongodb -g mongodb -m 400 "/run/secrets/$name" "/run/vouch/$name"
done
export MONGO_INITDB_ROOT_PASSWORD_FILE=/run/vouch/mongo_root_password
exec docker-entrypoint.sh mongod --replSet vouch --bind_ip_all --keyFile /run/vouch/mongo_keyfile \
  --wiredTigerCacheSizeGB "${MONGO_CACHE_GB:-0.5}"
