/** The part that the page takes of htm with Preact; templates are not checked, functions are. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
export function render(tree: any, place: Element): void;
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(value: T): { current: T };
export function useState<T>(value: T | (() => T)): [T, (next: T | ((old: T) => T)) => void];
