import type { PriceSource } from './row.ts'

/** Other providers with OpenAI's API, by names that only they use. */
export const others: readonly PriceSource[] = [
  {
    list: 'mistral.ai/pricing',
    rows: [
      ['mistral-large-2512', 0.5, 0.05, 1.5, '2026-06-09'],
      ['mistral-medium*', 0.4, null, 2, '2025-08-12'],
      ['mistral-small-2603', 0.15, 0.015, 0.6, '2026-06-09'],
      ['magistral-medium*', 2, null, 5, '2025-08-12'],
      ['ministral-14b-2512', 0.2, 0.02, 0.2, '2026-06-09'],
      ['ministral-3b-2512', 0.1, 0.01, 0.1, '2026-06-09'],
      ['codestral-2508', 0.3, 0.03, 0.9, '2026-06-09'],
      ['devstral-2512', 0.4, 0.04, 2, '2026-06-09'],
    ],
  },
  {
    list: 'api-docs.deepseek.com/quick_start/pricing',
    rows: [
      ['deepseek-v4-pro*', 0.435, 0.003625, 0.87, '2026-06-02'],
      ['deepseek-v4-flash*', 0.14, 0.0028, 0.28, '2026-05-12'],
    ],
  },
  {
    list: 'docs.x.ai/docs/models',
    rows: [
      ['grok-4.5 grok-4.5-20* grok-4.5-latest grok-latest', 2, 0.5, 6, '2026-07-08'],
      ['grok-4.3 grok-4.3-20* grok-4.3-latest', 1.25, 0.2, 2.5, '2026-05-12'],
      [
        'grok-4-1-fast grok-4-1-fast-reasoning grok-4-1-fast-reasoning-latest',
        0.2,
        0.05,
        0.5,
        '2026-01-19',
      ],
      [
        'grok-4-1-fast-non-reasoning grok-4-1-fast-non-reasoning-latest',
        0.2,
        0.05,
        0.5,
        '2026-01-19',
      ],
      [
        'grok-4-fast grok-4-fast-reasoning grok-4-fast-reasoning-latest',
        0.2,
        0.05,
        0.5,
        '2026-01-19',
      ],
      ['grok-4-fast-non-reasoning grok-4-fast-non-reasoning-latest', 0.2, 0.05, 0.5, '2026-01-19'],
      ['grok-4-0709 grok-4 grok-4-latest', 3, 0.75, 15, '2025-07-12'],
      ['grok-code-fast grok-code-fast-1 grok-code-fast-1-0825', 0.2, 0.02, 1.5, '2026-01-19'],
      ['grok-3 grok-3-latest grok-3-beta', 3, 0.75, 15, '2025-07-12'],
      ['grok-3-mini grok-3-mini-beta grok-3-mini-latest', 0.3, 0.075, 0.5, '2025-07-12'],
    ],
  },
  {
    list: 'platform.moonshot.ai/docs/pricing/chat',
    rows: [
      ['kimi-k3', 3.0, 0.3, 15.0, '2026-07-16'],
      ['kimi-k2.7-code', 0.95, 0.19, 4.0, '2026-06-15'],
      ['kimi-k2.6*', 0.95, 0.16, 4.0, '2026-05-22'],
      ['kimi-k2.5*', 0.6, 0.1, 3.0, '2026-03-11'],
      ['kimi-k2-thinking', 0.6, 0.15, 2.5, '2026-03-11'],
      ['kimi-k2-thinking-turbo', 1.15, 0.15, 8.0, '2026-03-11'],
      ['kimi-k2-0905-preview', 0.6, 0.15, 2.5, '2026-03-11'],
      ['moonshot-v1-128k moonshot-v1-128k-vision-preview', 2.0, null, 5.0, '2026-03-11'],
      ['moonshot-v1-32k moonshot-v1-32k-vision-preview', 1.0, null, 3.0, '2026-03-11'],
      ['moonshot-v1-8k moonshot-v1-8k-vision-preview', 0.2, null, 2.0, '2026-03-11'],
    ],
  },
  {
    list: 'groq.com/pricing',
    rows: [
      ['llama-3.3-70b-versatile', 0.59, null, 0.79, '2025-08-12'],
      ['llama-3.1-8b-instant', 0.05, null, 0.08, '2025-08-12'],
    ],
  },
]
