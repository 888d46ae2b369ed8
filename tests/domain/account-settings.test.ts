import { describe, expect, it } from 'vitest';
import { type AccountCommand, accountDecider } from '../../src/domain/account/decide.ts';
import { given } from '../support/given.ts';

const register = { type: 'Register', addressKey: 'k', timezone: 'UTC', identity: { email: 'a@b.cd', full_name: 'A' } } as const;

describe('a confirmed account', () => {
  const member = given(accountDecider, { stream: 'account-u1', owner: 'u1' }).when(register).when({ type: 'Confirm' });
  const change = (set: object, if_match: number | null = null) =>
    ({ type: 'ChangeSettings', group: 'notifications', set, if_match }) as AccountCommand;

  it('records only those settings that change, with their former values', () => {
    const changed = member
      .when(change({ weekly_reports: false, task_reminders: true }))
      .gives({ type: 'NotificationsChanged', data: { set: { weekly_reports: false }, was: { weekly_reports: true } } });
    changed.when(change({ weekly_reports: false })).gives();
    expect(changed.state).toMatchObject({
      settings: { notifications: { weekly_reports: false, task_reminders: true } },
      settings_versions: { notifications: 2, time: 0, ai: 0 },
    });
  });

  it.each([
    ['TimeSettingsChanged', 'time', { todo_reminder_time: '09:15' }],
    ['AiPartnerChanged', 'ai', { ai_coding: true }],
    ['ChannelsChanged', 'channels', { quiet_from: '22:00', quiet_to: '07:00', rest_days: ['sunday'] }],
  ] as const)('records a change of its settings as %s, which has a version for its group %s', (type, group, set) => {
    const changed = member.when({ type: 'ChangeSettings', group, set, if_match: 0 } as AccountCommand);
    expect(changed.fresh).toMatchObject([{ type, data: { set } }]);
    expect(changed.state).toMatchObject({
      settings: { [group]: set, notifications: { task_reminders: true } },
      settings_versions: { notifications: 0, [group]: 2 },
    });
  });

  it('records a list of rest days only if it has other days', () => {
    const channels = (set: object) => ({ type: 'ChangeSettings', group: 'channels', set, if_match: null }) as AccountCommand;
    member.when(channels({ rest_days: [] })).gives();
    const changed = member.when(channels({ rest_days: ['sunday'] }));
    expect(changed.fresh).toMatchObject([{ data: { set: { rest_days: ['sunday'] }, was: { rest_days: [] } } }]);
    changed.when(channels({ rest_days: ['sunday'] })).gives();
  });

  it('refuses quiet hours of which one time is missing, or both are alike, also together with what was set before', () => {
    const channels = (set: object) => ({ type: 'ChangeSettings', group: 'channels', set, if_match: null }) as AccountCommand;
    const fieldsOf = (story: typeof member, set: object) => story.refuses(channels(set), 'validation_failed').fields;
    expect(fieldsOf(member, { quiet_from: '22:00' })).toEqual({ quiet_to: ['Give both times, or neither.'] });
    expect(fieldsOf(member, { quiet_to: '07:00' })).toEqual({ quiet_from: ['Give both times, or neither.'] });
    const quiet = member.when(channels({ quiet_from: '22:00', quiet_to: '07:00' }));
    expect(fieldsOf(quiet, { quiet_to: '22:00' })).toEqual({ quiet_to: ['This must be another time than the beginning.'] });
    expect(fieldsOf(quiet, { quiet_from: null })).toEqual({ quiet_from: ['Give both times, or neither.'] });
    expect(quiet.when(channels({ quiet_from: null, quiet_to: null })).fresh).toHaveLength(1);
  });

  it('refuses a change of settings by somebody who read another version of their group', () => {
    expect(member.refuses(change({ weekly_reports: false }, 1), 'precondition_failed').message).toBe(
      'These settings have changed since you read them. Read them again.',
    );
    const changed = member.when(change({ weekly_reports: false }, 0));
    changed.refuses(change({ weekly_reports: true }, 0), 'precondition_failed');
    expect(changed.when(change({ weekly_reports: true }, 2)).fresh).toHaveLength(1);
  });

  it('records each change of the password, and each sign-out everywhere', () => {
    for (const how of ['reset', 'change'] as const)
      member.when({ type: 'NotePassword', how }).gives({ type: 'PasswordChanged', data: { how } });
    const out = member.when({ type: 'SignOutEverywhere' }).gives({ type: 'SignedOutEverywhere', data: {} });
    expect(out.state).toEqual(member.state);
  });

  it('has the changed profile and the changed zone in its state', () => {
    const changed = member.when({ type: 'ChangeProfile', full_name: 'Ada L.', timezone: 'Asia/Tokyo', if_match: 1 });
    expect(changed.state).toMatchObject({ timezone: 'Asia/Tokyo', full_name: changed.fresh[0]?.private, avatar_url: null, version: 3 });
    expect(changed.state).toMatchObject({ email: member.past[0]?.private });
    expect(member.refuses({ type: 'ChangeProfile', if_match: 0 }, 'precondition_failed').message).toBe(
      'Your profile has changed since you read it. Read it again.',
    );
  });
});
