// Run once, on the first machine, when all three members run: makes the replica set, its administrator and the program's own user.
// biome-ignore lint/style/useNodejsImportProtocol: mongosh knows this name in every version
const { readFileSync } = require('fs');
const password = (name) => readFileSync(`/run/vouch/${name}`, 'utf8').trim();
const names = [1, 2, 3].map((number) => `node${number}.vouch.internal:27017`);
rs.initiate({ _id: 'vouch', members: names.map((host, _id) => ({ _id, host })) });
while (!db.hello().isWritablePrimary) sleep(500);
// The first user can be made without one, from this machine only.
const admin = db.getSiblingDB('admin');
admin.createUser({ user: 'root', pwd: password('mongo_root_password'), roles: ['root'] });
admin.auth('root', password('mongo_root_password'));
db.getSiblingDB('vouch').createUser({ user: 'vouch', pwd: password('mongo_password'), roles: [{ role: 'readWrite', db: 'vouch' }] });
