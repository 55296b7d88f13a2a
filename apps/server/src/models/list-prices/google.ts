import type { PriceSource } from './row.ts'

const LONG = 'calls above 200 k input tokens cost more'

export const google: PriceSource = {
  list: 'ai.google.dev/gemini-api/docs/pricing',
  rows: [
    ['gemini-3.7-flash* gemini-3.6-flash*', 0.75, 0.075, 3.75, '2026-08-13'],
    ['gemini-3.7-flash* gemini-3.6-flash*', 1.5, 0.15, 7.5, '2026-08-13', { from: '2027-01-01' }],
    ['gemini-3.5-flash gemini-3.5-flash-preview*', 1.5, 0.15, 9, '2026-05-19'],
    ['gemini-3.5-flash-lite*', 0.3, 0.03, 2.5, '2026-07-22'],
    ['gemini-3.1-pro-preview*', 2, 0.2, 12, '2026-02-23', { note: LONG }],
    [
      'gemini-3.1-flash-lite gemini-3.1-flash-lite-preview*',
      0.25,
      0.025,
      1.5,
      '2026-05-12',
      { audioInput: 0.5, audioCached: 0.05 },
    ],
    [
      'gemini-3.1-flash-live-preview*',
      0.75,
      null,
      4.5,
      '2026-07-22',
      { audioInput: 3, audioOutput: 12, note: 'images and video cost more' },
    ],
    ['gemini-3-pro-preview*', 2, 0.2, 12, '2025-11-18', { note: LONG }],
    ['gemini-3-flash-preview*', 0.5, 0.05, 3, '2025-12-19', { audioInput: 1, audioCached: 0.1 }],
    [
      'gemini-2.5-pro gemini-2.5-pro-latest gemini-2.5-pro-preview-0*',
      1.25,
      0.125,
      10,
      '2025-10-31',
      { note: LONG },
    ],
    [
      'gemini-2.5-flash gemini-2.5-flash-latest gemini-2.5-flash-preview-09-2025',
      0.3,
      0.03,
      2.5,
      '2025-10-31',
      { audioInput: 1, audioCached: 0.1 },
    ],
    [
      'gemini-live-2.5-flash* gemini-2.5-flash-native-audio-preview* gemini-2.5-flash-native-audio-latest',
      0.5,
      null,
      2,
      '2026-07-24',
      { audioInput: 3, audioOutput: 12 },
    ],
    [
      'gemini-2.5-flash-lite gemini-2.5-flash-lite-preview*',
      0.1,
      0.01,
      0.4,
      '2025-10-31',
      { audioInput: 0.3, audioCached: 0.03 },
    ],
    [
      'gemini-2.0-flash gemini-2.0-flash-0*',
      0.1,
      0.025,
      0.4,
      '2025-07-04',
      { audioInput: 0.7, audioCached: 0.175 },
    ],
    ['gemini-2.0-flash-lite*', 0.075, null, 0.3, '2025-07-04'],
  ],
}
