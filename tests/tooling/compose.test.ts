import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SECRETS, VARIABLES } from '../../src/config/sections.ts';

interface Service {
  readonly image: string;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly networks?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: {
    readonly test: readonly string[];
    readonly interval: string;
    readonly timeout: string;
    readonly retries: number;
  };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly security_opt?: readonly string[];
  readonly deploy: { readonly replicas?: string; readonly resources: { readonly limits: Readonly<Record<string, unknown>> } };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean; readonly ipam?: { config: { gateway: string }[] } } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

/** A variable with a default, as Compose writes it. */
const given = (name: string, otherwise: string): string => `\${${name}:-${otherwise}}`;
const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const THREE_MACHINES = 'deploy/three-machines/docker-compose.yml';
const composeOf = (path: string): Compose => parse(read(path), { merge: true }) as Compose;
const compose = composeOf('docker-compose.yml');
const three = composeOf(THREE_MACHINES);
const services = Object.entries(compose.services);
const [web, worker] = [compose.services.web, compose.services.worker] as [Service, Service];

test('the compose file has a web, a worker, both stores and a mail server', () => {
  expect(Object.keys(compose.services).toSorted()).toEqual(['autoheal', 'eventstore', 'mail', 'mongo', 'web', 'worker']);
  expect([web.command, worker.command]).toEqual([
    ['serve', '--role', 'web'],
    ['serve', '--role', 'worker'],
  ]);
  expect([web.deploy.replicas, worker.deploy.replicas]).toEqual([given('VOUCH_WEBS', '1'), given('VOUCH_WORKERS', '2')]);
});

test('the compose file publishes only the web, on loopback by default', () => {
  expect(services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))).toEqual([
    `web ${given('VOUCH_BIND', '127.0.0.1')}:${given('VOUCH_PORTS', '3000')}:3000`,
  ]);
  expect(compose.networks.inner?.internal).toBe(true);
  const outward = services.filter(([, { networks = [] }]) => networks.includes('edge')).map(([name]) => name);
  expect(outward).toEqual(['web', 'worker']);
});

const allServices = [
  ...services.map(([name, service]) => ({ name, service, file: 'docker-compose.yml', of: compose })),
  ...Object.entries(three.services).map(([name, service]) => ({ name, service, file: THREE_MACHINES, of: three })),
];

describe.each(allServices)('$name of $file', ({ service, file, of }) => {
  test('has a health check, bounds, a restart policy and rotated logs', () => {
    expect(service.healthcheck).toMatchObject({ test: expect.arrayContaining(['CMD']), retries: expect.any(Number) });
    expect(Object.keys(service.deploy.resources.limits).toSorted()).toEqual(['cpus', 'memory', 'pids']);
    expect(service.restart).toBe('unless-stopped');
    expect(service.logging?.options).toMatchObject({ 'max-size': '10m', 'max-file': '5' });
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.image).toMatch(/:[^:]+$/);
    expect(service.image).not.toMatch(/:latest$/);
  });

  test('names only networks, volumes, secrets, services and files that exist', () => {
    for (const network of service.networks ?? []) expect(Object.keys(of.networks)).toContain(network);
    for (const secret of service.secrets ?? []) expect(Object.keys(of.secrets)).toContain(secret);
    for (const other of Object.keys(service.depends_on ?? {})) expect(Object.keys(of.services)).toContain(other);
    for (const volume of service.volumes ?? []) {
      const source = volume.replace(/^\$\{\w+:-(.+?)\}/, '$1').split(':')[0] as string;
      // Secrets are made by whoever installs the program, and Docker's socket is not ours.
      if (source.startsWith('./secrets') || source === '/var/run/docker.sock') continue;
      if (source.startsWith('.')) expect([source, existsSync(join(ROOT, dirname(file), source))]).toEqual([source, true]);
      else expect(Object.keys(of.volumes)).toContain(source);
    }
    for (const one of JSON.stringify(service.environment ?? {}).matchAll(/\/run\/secrets\/(\w+)/g))
      expect(service.secrets).toContain(one[1]);
  });
});

test('the container that starts others again reaches nothing but Docker, and looks after the program alone', () => {
  for (const { services } of [compose, three]) {
    expect(services.autoheal).toMatchObject({ network_mode: 'none', read_only: true, cap_drop: ['ALL'] });
    const label = services.autoheal?.environment?.AUTOHEAL_CONTAINER_LABEL as string;
    const healed = Object.entries(services).filter(([, { labels = {} }]) => labels[label] === 'true');
    expect(healed.map(([name]) => name)).toEqual(['web', 'worker']);
  }
});

test('on three machines the same images, commands and settings run as on one, with TLS and users', () => {
  expect(Object.keys(three.services)).toEqual(Object.keys(compose.services).filter((name) => name !== 'mail'));
  for (const [name, { image, command }] of Object.entries(three.services))
    expect([name, image, command]).toEqual([name, compose.services[name]?.image, compose.services[name]?.command]);
  const names = (one: Compose): readonly string[] => Object.keys(one.services.web?.environment ?? {}).toSorted();
  expect(names(three)).toEqual(names(compose).filter((name) => name !== 'SMTP_INSECURE'));
  expect(three.services.eventstore?.environment).not.toHaveProperty('EVENTSTORE_INSECURE');
  expect(read('deploy/three-machines/mongo/start.sh')).toContain('--tlsMode requireTLS');
});

test('every secret of the three machines is made by a command of their page', () => {
  const told = read('deploy/three-machines/README.md');
  const made = [...told.matchAll(/> ([\w$.]+)$|-out ([\w/.]+)/gm)].map(([, plain, certificate]) => plain ?? certificate);
  const inLoops = [/^for name in (.+); do openssl rand/m, /^for end in (.+); do cp/m].flatMap(
    (loop) => loop.exec(told)?.[1]?.split(' ') ?? [],
  );
  for (const { file } of Object.values(three.secrets)) {
    const path = file.replace(/^secrets\//, '');
    expect([...made, ...inLoops.flatMap((name) => [name, `node.${name}`])]).toContain(path);
  }
  for (const setting of [...read(THREE_MACHINES).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
    expect(told).toContain(`\n${setting}=`);
  // What the containers read is what the addresses name.
  for (const url of ['eventstore_url', 'mongodb_url'])
    expect(told).toMatch(new RegExp(`tls=true&tlsCAFile=/run/secrets/ca'[^>]+> ${url}$`, 'm'));
  for (const [, secret] of read('deploy/three-machines/mongo/initiate.js').matchAll(/password\('(\w+)'\)/g))
    expect(read('deploy/three-machines/mongo/start.sh')).toContain(secret);
});

test('the compose file runs the program with a read-only file system, without root rights, after the stores are healthy', () => {
  for (const service of [web, worker]) {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(service.depends_on).toEqual({ eventstore: { condition: 'service_healthy' }, mongo: { condition: 'service_healthy' } });
  }
});

test('the compose file gives the program only known settings, and each secret as a file', () => {
  const names = Object.keys({ ...web.environment, ...worker.environment });
  const known = [...Object.keys(VARIABLES), ...SECRETS.map((name) => `${name}_FILE`)];
  expect(known).toEqual(expect.arrayContaining(names));
  expect(names.filter((name) => SECRETS.includes(name))).toEqual([]);
  for (const secret of ['VOUCH_MASTER_KEY', 'MONGODB_URL', 'EVENTSTORE_URL', 'SMTP_URL'])
    expect(web.environment).toHaveProperty(`${secret}_FILE`);
});

test('the compose file trusts the proxy through which requests from this machine come', () => {
  expect(web.environment?.TRUSTED_PROXIES).toBe(compose.networks.edge?.ipam?.config[0]?.gateway);
});

test('every secret is documented, made by a command, and kept out of git and of the image', () => {
  const told = read('secrets/README.md');
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`secrets/${name}`);
    expect(told).toContain(`| \`${name}\` |`);
    expect(told).toMatch(new RegExp(`^.+> ${name}$`, 'm'));
  }
  expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['secrets/*', '!secrets/README.md', '.env']));
  expect(read('.dockerignore').split('\n')).not.toContain('!secrets');
});

test('MongoDB’s scripts can read the copies of the secrets that its start makes', () => {
  const start = read('docker/mongo/start.sh');
  for (const script of ['user.js', 'health.js'])
    for (const [, name] of read(`docker/mongo/${script}`).matchAll(/\/run\/vouch\/(\w+)/g)) expect(start).toContain(name);
  expect(start).toContain('exec docker-entrypoint.sh mongod --replSet vouch ');
  expect(read('docker/mongo/health.js')).toContain("_id: 'vouch'");
});
