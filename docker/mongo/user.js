// Run once, when the disk is empty: the program's own user, who may read and write its database and nothing else.
// biome-ignore lint/style/useNodejsImportProtocol: mongosh knows this name in every version
const password = require('fs').readFileSync('/run/vouch/mongo_password', 'utf8').trim();
db.getSiblingDB('vouch').createUser({ user: 'vouch', pwd: password, roles: [{ role: 'readWrite', db: 'vouch' }] });
