import { z } from 'zod';
import { declareCall, jsonBody, rawBody } from '../call.ts';

const GOOGLE = '/dev/oauth/google';
const GITHUB = '/dev/oauth/github';
const ANY = z.looseObject({});
const common = { tag: 'Development', access: 'anyone' } as const;
const form = rawBody({ maxBytes: 65_536, media: ['application/x-www-form-urlencoded'] });

const googleAnswers = {
  200: { description: 'As Google answers.', schema: ANY },
  400: { description: 'Refused.', schema: ANY },
} as const;
const githubAnswers = {
  200: { description: 'As GitHub answers.', schema: ANY },
  401: { description: 'Refused.', schema: ANY },
} as const;

const asking = <const Path extends string>(path: Path, provider: string) =>
  declareCall({
    ...common,
    method: 'GET',
    path,
    summary: `Asks whether ${provider} may tell the program something`,
    query: z.looseObject({}),
    replies: { 200: { description: 'A page.', media: 'text/html' }, 400: { description: 'The request is wrong.', media: 'text/html' } },
  });
const answering = <const Path extends string>(path: Path) =>
  declareCall({
    ...common,
    method: 'POST',
    path,
    summary: 'What the person says',
    body: form,
    replies: {
      302: { description: 'Back to the program.', redirect: true },
      400: { description: 'The request is wrong.', media: 'text/html' },
    },
  });

export const askConsent = {
  google: asking(`${GOOGLE}/authorize`, 'Google'),
  github: asking(`${GITHUB}/login/oauth/authorize`, 'GitHub'),
};
export const answerConsent = {
  google: answering(`${GOOGLE}/authorize`),
  github: answering(`${GITHUB}/login/oauth/authorize`),
};

export const readGoogleDiscovery = declareCall({
  ...common,
  method: 'GET',
  path: `${GOOGLE}/.well-known/openid-configuration`,
  summary: 'The discovery document',
  replies: googleAnswers,
});

export const listGoogleKeys = declareCall({
  ...common,
  method: 'GET',
  path: `${GOOGLE}/jwks`,
  summary: 'The keys of its tokens',
  replies: googleAnswers,
});

export const giveGoogleTokens = declareCall({
  ...common,
  method: 'POST',
  path: `${GOOGLE}/token`,
  summary: 'Tokens for a code or a refresh token',
  body: form,
  replies: googleAnswers,
});

export const revokeGoogleTokens = declareCall({
  ...common,
  method: 'POST',
  path: `${GOOGLE}/revoke`,
  summary: 'Revokes what was allowed',
  body: form,
  replies: googleAnswers,
});

export const giveGithubToken = declareCall({
  ...common,
  method: 'POST',
  path: `${GITHUB}/login/oauth/access_token`,
  summary: 'A token for a code',
  body: form,
  replies: githubAnswers,
});

export const readGithubUser = declareCall({
  ...common,
  method: 'GET',
  path: `${GITHUB}/api/user`,
  summary: 'Who it is',
  replies: githubAnswers,
});

export const listGithubEmails = declareCall({
  ...common,
  method: 'GET',
  path: `${GITHUB}/api/user/emails`,
  summary: 'Their addresses',
  replies: { ...githubAnswers, 404: { description: 'The scope is missing.', schema: ANY } },
});

const ending = <const What extends 'token' | 'grant'>(what: What) =>
  declareCall({
    ...common,
    method: 'DELETE',
    path: `${GITHUB}/api/applications/{client_id}/${what}`,
    summary: `Ends a ${what}`,
    body: jsonBody(z.strictObject({ access_token: z.string() })),
    replies: { 204: { description: 'Ended.' }, ...githubAnswers },
  });

export const endGithub = { token: ending('token'), grant: ending('grant') };
