import type { ReplayMode, ReplaySettings } from '@lathe/contract'

export const MODES: Record<ReplayMode, { name: string; description: string }> = {
  exact: {
    name: 'Exact',
    description:
      'Everything from the recording. No calls are made and nothing is paid. Shows whether the graph still behaves the same.',
  },
  until: {
    name: 'Until a step',
    description:
      'The recording up to a step, live after it. Useful for working on later steps without paying for earlier ones.',
  },
  'only-live': {
    name: 'Selected nodes live',
    description:
      'Selected nodes run live, optionally with another prompt or model. The rest comes from the recording.',
  },
  version: {
    name: 'Another version',
    description: 'Runs another version of the agent on the recorded answers.',
  },
  live: { name: 'Live', description: 'The same input again, without the recording.' },
}

/** A short description of the replay settings. */
export function settingsText({ mode, nodes, superstep, version, graph }: ReplaySettings): string {
  const detail = {
    exact: '',
    until: `up to step ${superstep}`,
    'only-live': (nodes ?? []).join(', '),
    version:
      version === undefined
        ? 'an edited graph'
        : typeof version === 'number'
          ? `v${version}`
          : version,
    live: '',
  }[mode]
  return [MODES[mode].name, detail, graph && mode !== 'version' && 'edited']
    .filter(Boolean)
    .join(' · ')
}
