import type { IncomingMessage } from 'node:http';
import { CLIENT, OAuthDouble, type Reply } from './oauth.ts';

/** GitHub: plain OAuth that refuses with 200, tokens that do not expire, and the part of its API that says who somebody is. */
export class GitHubDouble extends OAuthDouble {
  constructor() {
    super(/^\/api\/(auth\/)?oauth\/github\/callback$/);
  }

  protected override answer({ method, headers }: IncomingMessage, path: string, body: string): Reply {
    const form = new URLSearchParams(body);
    if (path === '/login/oauth/access_token' && method === 'POST') return this.token(form);
    const ended = /^\/api\/applications\/([^/]+)\/(token|grant)$/.exec(path);
    if (ended && method === 'DELETE') return this.end(ended[1] === CLIENT.id ? headers.authorization : undefined, ended[2] as string, body);
    const bearer = this.live(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    if (bearer === null || !headers['user-agent']) return { status: 401, body: { message: 'Bad credentials' } };
    const { person, scope } = bearer;
    if (path === '/api/user') return { status: 200, body: { id: Number(person.id), login: 'ada', name: person.name ?? null, email: null } };
    if (path === '/api/user/emails' && scope.includes('user:email'))
      return {
        status: 200,
        body: [
          { email: 'old@example.org', primary: false, verified: true },
          { email: person.email, primary: true, verified: person.verified },
        ],
      };
    return { status: 404, body: { message: 'Not Found' } };
  }

  private token(form: URLSearchParams): Reply {
    const refused = (error: string) => ({ status: 200, body: { error, error_description: 'It is incorrect or expired.' } });
    if (form.get('client_id') !== CLIENT.id || form.get('client_secret') !== CLIENT.secret) return refused('incorrect_client_credentials');
    const grant = this.redeem(form);
    if (grant === null) return refused('bad_verification_code');
    return { status: 200, body: { access_token: this.give(grant), token_type: 'bearer', scope: grant.scope.replaceAll(' ', ',') } };
  }

  private end(authorization: string | undefined, what: string, body: string): Reply {
    if (authorization !== `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`) return { status: 401 };
    const grant = this.live((JSON.parse(body) as { access_token: string }).access_token);
    if (!grant) return { status: 404, body: { message: 'Not Found' } };
    for (const one of this.tokens.values())
      if (one === grant || (what === 'grant' && one.person.id === grant.person.id)) one.revoked = true;
    return { status: 204 };
  }
}
