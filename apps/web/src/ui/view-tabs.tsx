import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHotkeys } from '../lib/hotkeys.ts'
import styles from './view-tabs.module.css'

export type ViewTab<Value extends string> = {
  value: Value
  label: string
  /** Beside the label: a count. */
  note?: ReactNode
}

type ViewTabsProps<Value extends string> = {
  /** For `tabPanel`, where what a tab shows is a panel of its own. */
  id?: string
  /** Names the row of tabs. */
  label: string
  tabs: readonly ViewTab<Value>[]
  /** From a search parameter, which `onChange` sets, so that the tab is part of the address. */
  value: Value
  onChange: (value: Value) => void
  /** Binds 1, 2, 3 … to the tabs. */
  hasDigitKeys?: boolean
  /** At the right end of the row. */
  actions?: ReactNode
}

const panelId = (id: string, value: string) => `${id}-panel-${value}`

/** What makes an element the panel of a tab of the `ViewTabs` with this id. */
export const tabPanel = (id: string, value: string) => ({
  role: 'tabpanel',
  id: panelId(id, value),
  'aria-labelledby': `${id}-tab-${value}`,
})

/** The row of tabs alone; the page shows what `value` names. */
export function ViewTabs<Value extends string>(props: ViewTabsProps<Value>) {
  const { id, label, tabs, value, onChange, hasDigitKeys = false, actions } = props

  useHotkeys(
    hasDigitKeys
      ? tabs.map((tab, index) => ({
          keys: String(index + 1),
          label: `${label}: ${tab.label}`,
          group: 'Views',
          run: () => onChange(tab.value),
        }))
      : [],
  )

  return (
    <Tabs
      {...(id !== undefined && { id })}
      className={styles.root}
      value={value}
      onChange={(chosen) => {
        const tab = tabs.find((tab) => tab.value === chosen)
        if (tab) onChange(tab.value)
      }}
    >
      <Tabs.List aria-label={label} className={styles.list ?? ''}>
        {tabs.map((tab, index) => (
          <Tabs.Tab
            key={tab.value}
            value={tab.value}
            title={hasDigitKeys ? `${tab.label} (${index + 1})` : undefined}
            aria-controls={id !== undefined && tab.value === value ? panelId(id, value) : undefined}
          >
            {tab.label}
            {tab.note !== undefined && <span className={styles.note}>{tab.note}</span>}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {actions && <span className={styles.actions}>{actions}</span>}
    </Tabs>
  )
}
