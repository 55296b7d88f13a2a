import { expect, test } from 'vitest'
import { searchPhrases } from './search-phrases.ts'

test.each([
  ['Refund after a return?', ['refund', 'after', 'a', 'return']],
  ['refund, REFUND', ['refund']],
  ['退款政策', ['退款', '款政', '政策']],
  ['水', ['水']],
  ['iPhone手机 15', ['iphone', '手机', '15']],
  ['東京タワーの高さ', ['東京', '京タ', 'タワ', 'ワー', 'ーの', 'の高', '高さ']],
  ['𠮷野家', ['𠮷野', '野家']],
  ['นโยบายการคืนเงิน', ['นโยบาย', 'การ', 'คืน', 'เงิน']],
  ['한국어 문장', ['한국어', '문장']],
  ['?!', []],
])('split %j into %j', (query, phrases) => {
  expect(searchPhrases(query)).toEqual(phrases)
})

test('limit the number of phrases', () => {
  expect(searchPhrases(Array.from({ length: 200 }, (_, n) => `word${n}`).join(' '))).toHaveLength(
    64,
  )
})
