#!/bin/bash
# MongoDB runs as a user of its own, which cannot read secrets as Compose hands them over: it gets copies in memory.
# `start.sh health` says whether this member serves, as the primary or as a secondary.
set -euo pipefail
if [[ ${1:-} == health ]]; then
  exec mongosh --quiet --norc --tls --tlsCAFile /run/vouch/ca "mongodb://$HOSTNAME:27017/?directConnection=true" \
    --eval 'const { isWritablePrimary, secondary } = db.hello(); quit(isWritablePrimary || secondary ? 0 : 1)'
fi
for name in node_pem ca mongo_keyfile mongo_root_password mongo_password; do
  install -o mongodb -g mongodb -m 400 "/run/secrets/$name" "/run/vouch/$name"
done
exec docker-entrypoint.sh mongod --replSet vouch --bind_ip_all --keyFile /run/vouch/mongo_keyfile \
  --tlsMode requireTLS --tlsCertificateKeyFile /run/vouch/node_pem --tlsCAFile /run/vouch/ca --tlsAllowConnectionsWithoutCertificates \
  --wiredTigerCacheSizeGB "${MONGO_CACHE_GB:-0.5}"
