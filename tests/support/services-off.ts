/** The setting of a program in production mode that does without every service that can be switched off. */
export const SERVICES_OFF = { SERVICES_OFF: 'whatsapp,google,github,stripe' } as const;
