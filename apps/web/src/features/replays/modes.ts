import type { ReplayMode, ReplaySettings } from '@lathe/contract'

export const MODES: Record<ReplayMode, { name: string; says: string }> = {
  exact: {
    name: 'Exact',
    says: 'Everything from the recording. Nobody is asked and nothing is paid: it shows whether the graph still does the same.',
  },
  until: {
    name: 'Until here',
    says: 'The recording up to a step, live after it: work on the end without paying for the beginning.',
  },
  'only-live': {
    name: 'Only this live',
    says: 'Chosen nodes ask anew, with another prompt or model if you like. All else comes from the recording.',
  },
  version: {
    name: 'Against a version',
    says: 'What another version of the agent would have done with the same answers.',
  },
  live: { name: 'Live again', says: 'The same input once more. Nothing comes from the recording.' },
}

/** What is to be played how, in a few words. */
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
