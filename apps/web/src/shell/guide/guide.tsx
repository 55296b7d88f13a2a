import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { useGuideStore } from '../../lib/browser/guide.ts'
import { GuideChecklist } from './guide-checklist.tsx'
import { GuideStrip } from './guide-strip.tsx'
import { useGuideFacts } from './use-guide-facts.ts'

/** The guided start: a full list on an empty overview, one line elsewhere. */
export function Guide() {
  const status = useGuideStore((state) => state.status)
  return status === 'on' ? <ActiveGuide /> : <FirstUse />
}

function ActiveGuide() {
  const isHome = useIsHome()
  return isHome ? <OverviewGuide /> : <CompactGuide />
}

/** Offered until the first run. */
function FirstUse() {
  const isHome = useIsHome()
  const { data } = useQuery(api.runs.list.queryOptions({ input: { limit: 1 }, enabled: isHome }))
  return isHome && data?.items.length === 0 ? <OverviewGuide /> : null
}

/** Collapsed above existing content unless the user expands it. */
function OverviewGuide() {
  const isExpanded = useGuideStore((state) => state.isExpanded)
  const facts = useGuideFacts()
  const { data: traces } = useQuery(api.traces.list.queryOptions({ input: { limit: 1 } }))
  if (!facts || !traces) return null
  const isFirst = facts.agent === undefined && traces.items.length === 0
  if (isFirst) return <GuideChecklist facts={facts} />
  return isExpanded ? <GuideChecklist facts={facts} canFold /> : <GuideStrip facts={facts} />
}

function CompactGuide() {
  const facts = useGuideFacts()
  return facts && <GuideStrip facts={facts} />
}

const useIsHome = () => useLocation({ select: ({ pathname }) => pathname === '/' })
