// Run once, when the disk is empty: the program's own user, who may read and write its database and nothing else.
const password = require('fs').readFileSync('/run/vouch/mongo_password', 'utf8').trim();
db.getSiblingDB('vouch').createUser({ user: 'vouch', pwd: password, roles: [{ role: 'readWrite', db: 'vouch' }] });
