import type { Messages } from "../../messages";

export const records: Messages["records"] = {
	close: "Fechar",
	cancel: "Cancelar",
	saving: "A guardar…",
	removing: { delete: "A eliminar…", disable: "A desativar…" },
};
