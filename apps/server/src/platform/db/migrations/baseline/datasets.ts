export const datasetTables = `
create table datasets (
  id KEY not null primary key,
  workspace_id KEY not null,
  name KEY not null,
  description TEXT not null,
  data_type KEY not null,
  extra TEXT not null,
  version INT not null,
  examples INT not null,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT,
  is_writing INT default 1 not null,
  splits TEXT,
  has_near_ids INT default 0 not null
);
create unique index datasets_workspace_id_name_idx on datasets (workspace_id, name) where deleted_at is null;

create table dataset_versions (
  workspace_id KEY not null,
  dataset_id KEY not null,
  version INT not null,
  message TEXT not null,
  added INT not null,
  changed INT not null,
  removed INT not null,
  created_at INT not null,
  constraint dataset_versions_pk primary key (dataset_id, version)
);

create table dataset_tags (
  workspace_id KEY not null,
  dataset_id KEY not null,
  tag KEY not null,
  version INT not null,
  constraint dataset_tags_pk primary key (dataset_id, tag)
);

create table dataset_examples (
  workspace_id KEY not null,
  dataset_id KEY not null,
  id KEY not null,
  version_from INT not null,
  version_to INT,
  position INT not null,
  content TEXT not null,
  splits TEXT not null,
  inputs_hash KEY not null,
  trace_id KEY,
  span_id KEY,
  created_at INT not null,
  modified_at INT not null,
  constraint dataset_examples_pk primary key (dataset_id, id, version_from)
);
create index dataset_examples_dataset_id_position_idx on dataset_examples (dataset_id, position);
create index dataset_examples_workspace_id_id_idx on dataset_examples (workspace_id, id);

create table example_files (
  workspace_id KEY not null,
  dataset_id KEY not null,
  hash KEY not null,
  mime_type KEY not null,
  size INT not null,
  body BYTES not null,
  constraint example_files_pk primary key (dataset_id, hash)
);

create table comparative_experiments (
  workspace_id KEY not null,
  id KEY not null,
  dataset_id KEY not null,
  name KEY not null,
  description TEXT not null,
  project_ids TEXT not null,
  extra TEXT not null,
  created_at INT not null,
  constraint comparative_experiments_pk primary key (workspace_id, id)
);
create index comparative_experiments_dataset_id_idx on comparative_experiments (dataset_id);

create table collections (
  id KEY not null primary key,
  workspace_id KEY not null,
  name KEY not null,
  description TEXT not null,
  settings TEXT not null,
  active_index TEXT,
  is_indexing INT not null,
  progress_done INT not null,
  progress_total INT not null,
  error TEXT,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT,
  index_tokens INT default 0 not null,
  index_cost_nanos INT default 0 not null,
  index_uncounted INT default 0 not null,
  index_unpriced INT default 0 not null
);
create unique index collections_workspace_id_name_idx on collections (workspace_id, name) where deleted_at is null;

create table collection_documents (
  id KEY not null primary key,
  workspace_id KEY not null,
  collection_id KEY not null,
  name TEXT not null,
  kind KEY not null,
  url TEXT,
  text TEXT not null,
  hash KEY not null,
  bytes INT not null,
  characters INT not null,
  metadata TEXT not null,
  index_key KEY,
  failed_key KEY,
  error TEXT,
  created_at INT not null,
  updated_at INT not null,
  deleted_at INT
);
create index collection_documents_collection_id_id_idx on collection_documents (collection_id, id);
create unique index collection_documents_collection_id_hash_idx
  on collection_documents (collection_id, hash) where deleted_at is null;

create table collection_chunks (
  seq COUNTED,
  collection_id KEY not null,
  document_id KEY not null,
  index_key KEY not null,
  position INT not null,
  text TEXT not null,
  line_from INT not null,
  line_to INT not null,
  vector VECTOR not null
);
create unique index collection_chunks_place_idx on collection_chunks (document_id, index_key, position);
create index collection_chunks_collection_id_index_key_idx on collection_chunks (collection_id, index_key);
`
