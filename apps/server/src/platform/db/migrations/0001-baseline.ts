import { type Kysely, sql } from 'kysely'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { agentTables } from './baseline/agents.ts'
import { comparisonTables } from './baseline/comparisons.ts'
import { datasetTables } from './baseline/datasets.ts'
import { feedbackTables } from './baseline/feedback.ts'
import { runTables } from './baseline/runs.ts'
import { traceTables } from './baseline/traces.ts'
import { type ColumnTypes, toDialect } from './column-types.ts'

const tables = [
  agentTables,
  runTables,
  traceTables,
  feedbackTables,
  datasetTables,
  comparisonTables,
].join('\n')

/** Creates the schema that the migrations 0001 to 0096 created before they were removed, and the default workspace. */
export async function baseline(db: Kysely<unknown>, { engine }: ColumnTypes) {
  const statements = toDialect(tables, engine)
    .split(/;\s*\n/)
    .filter(Boolean)
  for (const statement of [...statements, ...(engine === 'sqlite' ? onSqlite : onPostgres)])
    await sql.raw(statement).execute(db)
  await sql`insert into workspaces (id, name, created_at)
    values (${DEFAULT_WORKSPACE}, 'default', ${Date.now() * 1_000})`.execute(db)
}

/** Sets `changed` above that of every other cell: SQLite has one writer. */
const markCell = `begin
  update comparison_cells set changed = 1 + (
    select max(changed) from comparison_cells where comparison_id = new.comparison_id
  ) where id = new.id;
end`

/** Marks the cells of a judged run. The unary plus keeps SQLite from reading all cells of the comparison. */
const markJudgedCells = (row: 'new' | 'old') => `begin
  update comparison_cells set changed = changed
  where run_id = ${row}.run_id and +comparison_id = ${row}.comparison_id;
end`

const onSqlite = [
  `create virtual table collection_words using fts5(
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  )`,
  `create trigger collection_words_delete after delete on collection_chunks begin
    delete from collection_words where rowid = old.seq;
  end`,
  `create trigger comparison_cells_insert after insert on comparison_cells ${markCell}`,
  `create trigger comparison_cells_update after update on comparison_cells
    when new.changed = old.changed ${markCell}`,
  `create trigger comparison_verdicts_insert after insert on comparison_verdicts ${markJudgedCells('new')}`,
  `create trigger comparison_verdicts_update after update on comparison_verdicts ${markJudgedCells('new')}`,
  `create trigger comparison_verdicts_delete after delete on comparison_verdicts ${markJudgedCells('old')}`,
]

const onPostgres = [
  // Every batch of spans updates a hundred rows, and the new versions stay on the same page.
  'alter table rollups set (fillfactor = 50)',
  'alter table collection_chunks add column words tsvector',
  'create index collection_chunks_words_idx on collection_chunks using gin (words)',
  `create table search_texts (
    id bigint generated always as identity primary key,
    workspace_id text collate "C" not null,
    trace_id text collate "C" not null,
    span_id text collate "C" not null,
    words tsvector not null
  )`,
  // Every search reads the pending list: with the default of 4 MB that takes longer than the search.
  'create index search_texts_words_idx on search_texts using gin (words) with (gin_pending_list_limit = 256)',
  `create index search_texts_trace_id_span_id_idx
    on search_texts (trace_id, hashtextextended(span_id, 0))`,
  // Readers compare the transaction with those that were open when they read before.
  `create function mark_changed_cell() returns trigger language plpgsql as $$ begin
    new.changed := txid_current();
    return new;
  end $$`,
  `create trigger comparison_cells_changed before insert or update on comparison_cells
    for each row execute function mark_changed_cell()`,
  `create function touch_judged_cells() returns trigger language plpgsql as $$
  declare said comparison_verdicts := case when tg_op = 'DELETE' then old else new end;
  begin
    update comparison_cells set changed = changed
    where run_id = said.run_id and comparison_id = said.comparison_id;
    return null;
  end $$`,
  `create trigger comparison_verdicts_changed after insert or update or delete on comparison_verdicts
    for each row execute function touch_judged_cells()`,
]
