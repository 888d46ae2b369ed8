// Healthy: it is the primary. A new server is made a replica set of one first; that can be repeated.
// biome-ignore lint/style/useNodejsImportProtocol: mongosh knows this name in every version
const password = require('fs').readFileSync('/run/vouch/mongo_root_password', 'utf8').trim();
const admin = db.getSiblingDB('admin');
admin.auth('root', password);
try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'vouch', members: [{ _id: 0, host: 'mongo:27017' }] });
}
quit(admin.hello().isWritablePrimary ? 0 : 1);
