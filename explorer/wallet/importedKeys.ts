// Keys that the user imported, in this browser's database. They can sign but not be read, not even
// by this page; each belongs to one chain, by the hash of its genesis.

const DATABASE = 'perigee-wallet';
const STORE = 'keys';
const KEYS_MAX = 1000;

export interface ImportedKey {
  readonly genesis: string;
  readonly accountId: string;
  readonly publicKey: string;
  readonly key: CryptoKey;
}

/** Those of one chain. */
export async function listImportedKeys(genesis: string): Promise<ImportedKey[]> {
  const all = await runOn('readonly', (store) => store.getAll(null, KEYS_MAX));
  return (all as ImportedKey[]).filter((imported) => imported.genesis === genesis);
}

export async function keepImportedKey(imported: ImportedKey): Promise<void> {
  await runOn('readwrite', (store) => store.put(imported));
}

export async function forgetImportedKey({
  genesis,
  accountId,
  publicKey,
}: Omit<ImportedKey, 'key'>): Promise<void> {
  await runOn('readwrite', (store) => store.delete([genesis, accountId, publicKey]));
}

async function runOn<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () =>
    opening.result.createObjectStore(STORE, { keyPath: ['genesis', 'accountId', 'publicKey'] });
  const database = await settle(opening);
  try {
    return await settle(run(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function settle<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database does not answer'));
  });
}
