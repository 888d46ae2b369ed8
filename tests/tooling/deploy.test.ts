import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SECRETS, VARIABLES } from '../../src/config/sections.ts';
import { pythonWith } from '../servers/python.ts';

const ROOT = join(import.meta.dirname, '../..');
const KUBERNETES = join(ROOT, 'deploy/kubernetes');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: { readonly containers: readonly [Container]; readonly volumes: readonly { readonly name: string }[] };
    };
  };
}

const kustomization = parse(readFileSync(join(KUBERNETES, 'kustomization.yaml'), 'utf8')) as {
  readonly resources: readonly string[];
  readonly images: readonly { readonly name: string }[];
};
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(readFileSync(join(KUBERNETES, file), 'utf8')).map((document) => document.toJS() as Manifest),
);
const ofKind = (kind: string): readonly Manifest[] => manifests.filter((one) => one.kind === kind);
const containerOf = ({ spec }: Manifest): Container => spec?.template?.spec.containers[0] as Container;

describe('the manifests for Kubernetes', () => {
  test('are all named in the kustomization', () => {
    const files = readdirSync(KUBERNETES).filter((file) => file !== 'kustomization.yaml');
    expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
  });

  test('run what Compose runs, with settings that exist and secrets that are documented', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true }) as {
      readonly services: Readonly<Record<string, { readonly command: readonly string[]; readonly environment: object }>>;
    };
    const deployments = ofKind('Deployment');
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['web', 'worker']);
    for (const deployment of deployments) {
      const container = containerOf(deployment);
      expect(container.args).toEqual(services[deployment.metadata.name]?.command);
      expect(kustomization.images.map(({ name }) => name)).toContain(container.image);
      const volumes = deployment.spec?.template?.spec.volumes.map(({ name }) => name) ?? [];
      expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
    }
    const settings = ofKind('ConfigMap')[0]?.data ?? {};
    const known = [...Object.keys(VARIABLES), ...SECRETS.map((name) => `${name}_FILE`)];
    expect(known).toEqual(expect.arrayContaining(Object.keys(settings)));
    expect(Object.keys(services.web?.environment ?? {})).toEqual(expect.arrayContaining(Object.keys(settings)));
    for (const [name, value] of Object.entries(settings).filter(([name]) => name.endsWith('_FILE'))) {
      const file = /^\/run\/secrets\/vouch\/(\w+)$/.exec(value)?.[1];
      expect([name, read('secrets/README.md').includes(`| \`${file}\` |`)]).toEqual([name, true]);
    }
  });

  test('ask the paths for operators on the port that the settings give', () => {
    const port = Number(ofKind('ConfigMap')[0]?.data?.OPERATIONS_PORT);
    for (const deployment of ofKind('Deployment')) {
      const { ports, startupProbe, livenessProbe, readinessProbe } = containerOf(deployment);
      expect(ports).toContainEqual({ name: 'operations', containerPort: port });
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual(
        ['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'operations' })),
      );
    }
  });

  test('select pods that exist', () => {
    const labels = ofKind('Deployment').map(({ spec }) => spec?.template?.metadata.labels ?? {});
    const selectors = [
      ...ofKind('Service').map(({ spec }) => spec?.selector),
      ...[...ofKind('PodDisruptionBudget'), ...ofKind('Deployment')].map(({ spec }) => spec?.selector?.matchLabels),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec?.podSelector?.matchLabels),
    ];
    expect(selectors).toHaveLength(7);
    for (const selector of selectors) expect(labels).toContainEqual(expect.objectContaining(selector));
  });

  // The schemas are 70 MB, which is much for files that seldom change.
  test.runIf(process.env.VOUCH_EVERYTHING === '1')('fit the schemas of Kubernetes', { timeout: 300_000 }, async () => {
    const packages = ['kubernetes-validate==1.37.0'];
    const python = await pythonWith({ product: 'kubernetes-validate', name: 'kubernetes-1.37.0', packages, minors: [9, 15] });
    const files = kustomization.resources.map((file) => join(KUBERNETES, file));
    const check = promisify(execFile)(python, ['-m', 'kubernetes_validate', '--strict', '--kubernetes-version', '1.34', ...files]);
    await expect(check).resolves.toBeDefined();
  });
});

test('the example of a proxy asks whether the process lives, and logs neither addresses nor headers', () => {
  const caddy = read('deploy/Caddyfile');
  expect(caddy).toMatch(/^\treverse_proxy 127\.0\.0\.1:3000 \{$/m);
  expect(caddy).toMatch(/^\t\thealth_uri \/healthz$/m);
  for (const field of ['request>uri', 'request>headers', 'resp_headers']) expect(caddy).toContain(`${field} delete`);
});

test('the example of log shipping routes the audit log apart, and reads only what it is given', () => {
  const vector = parse(read('deploy/log-shipping/vector.yaml')) as Record<
    'sources' | 'transforms' | 'sinks',
    Readonly<Record<string, { readonly inputs?: readonly string[]; readonly route?: object }>>
  >;
  const known = [...Object.keys(vector.sources), ...Object.keys(vector.transforms)].flatMap((name) => [
    name,
    ...Object.keys(vector.transforms[name]?.route ?? {}).map((route) => `${name}.${route}`),
    `${name}._unmatched`,
  ]);
  for (const { inputs } of [...Object.values(vector.transforms), ...Object.values(vector.sinks)])
    for (const input of inputs ?? []) expect(known).toContain(input);
  expect(vector.sinks.audit?.inputs).toEqual(['kinds.audit']);
  const compose = read('deploy/log-shipping/docker-compose.yml');
  for (const [, file] of compose.matchAll(/- \.\/([\w/.-]+):/g)) expect(() => read(file as string)).not.toThrow();
});
