import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPages } from '../../../testing/render-pages.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useSelection } from './use-selection.ts'

function Bar({ total }: { total: number | undefined }) {
  const selection = useSelection('all')
  return (
    <>
      <button type="button" onClick={() => selection.choose(['a', 'b'])}>
        Choose two
      </button>
      <BulkBar
        selection={selection}
        filter={{ filter: '', range: 'all' }}
        total={total}
        shown={['a', 'b']}
        newestAt={0}
        onHide={() => undefined}
        onShow={() => undefined}
      />
    </>
  )
}

test.each([
  [2, 0],
  [3, 1],
  [undefined, 1],
])(
  'of %s that match, where two are selected, %i times the others are offered',
  async (total, offered) => {
    await renderPages('/traces', { '/traces': () => <Bar total={total} /> })
    screen.getByRole('button', { name: 'Choose two' }).click()

    expect(await screen.findByText('2 selected')).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Select all that match' })).toHaveLength(offered)
  },
)
