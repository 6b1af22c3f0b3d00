export const action = () => ({ ok: true });

export default function Form() {
	return <h1>Form</h1>;
}
